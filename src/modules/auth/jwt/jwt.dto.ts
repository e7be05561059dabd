import { Bool, Text } from '#platform/http/parameters/decorators.js';

export class TokenDto {
  @Text()
  token!: string;

  @Bool({ default: false })
  include_profile!: boolean;
}
