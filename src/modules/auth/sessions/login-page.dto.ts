import { Text } from '#platform/http/parameters/decorators.js';

export class LoginPageDto {
  /** Where to go afterwards, on this host. */
  @Text({ optional: true })
  next?: string;
}

export class LoginFormDto extends LoginPageDto {
  @Text()
  username!: string;

  @Text()
  password!: string;
}
