import { Bool, Text } from '#platform/http/parameters/decorators.js';

export class DevelopmentLoginDto {
  @Text()
  username!: string;
}

export class TokenDto {
  @Text()
  token!: string;

  @Bool({ default: false })
  include_profile!: boolean;
}

export class PasswordDto {
  @Text()
  username!: string;

  @Text()
  password!: string;
}
