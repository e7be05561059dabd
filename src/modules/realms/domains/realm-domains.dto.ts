import { Bool, Text } from '#platform/http/parameters/decorators.js';

export class AddRealmDomainParameters {
  @Text()
  domain!: string;

  @Bool()
  allow_subdomains!: boolean;
}

export class UpdateRealmDomainParameters {
  @Bool()
  allow_subdomains!: boolean;
}
