import { Text } from '#platform/http/parameters/decorators.js';

export class ResetRequestDto {
  @Text({ maxLength: 320 })
  email!: string;
}

export class NewPasswordDto {
  @Text()
  password!: string;
}
