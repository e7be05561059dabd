import { Bool, Text } from '#platform/http/parameters/decorators.js';

export class AddRealmDomainDto {
  @Text()
  domain!: string;

  @Bool()
  allow_subdomains!: boolean;
}

export class UpdateRealmDomainDto {
  @Bool()
  allow_subdomains!: boolean;
}
