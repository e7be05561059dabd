import { Text } from '#platform/http/parameters/decorators.js';

export class PasswordDto {
  @Text()
  username!: string;

  @Text()
  password!: string;
}
