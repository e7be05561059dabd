import { Text } from '#platform/http/parameters/decorators.js';

export class FetchApiKeyDto {
  @Text()
  username!: string;

  @Text()
  password!: string;
}
