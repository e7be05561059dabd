import { Text } from '#platform/http/parameters/decorators.js';

export class AddPlaygroundDto {
  @Text({ trim: true, minLength: 1, maxLength: 100 })
  name!: string;

  @Text({ trim: true, minLength: 1, maxLength: 40 })
  pygments_language!: string;

  @Text({ trim: true, maxLength: 1000 })
  url_template!: string;
}
