import { Text } from '#platform/http/parameters/decorators.js';

export class DevelopmentLoginDto {
  @Text()
  username!: string;
}

export class OwnPasswordDto {
  @Text({ default: '' })
  password!: string;
}
