import { Text } from '#platform/http/parameters/decorators.js';

export class LoginDto {
  @Text()
  username!: string;

  @Text()
  password!: string;
}
