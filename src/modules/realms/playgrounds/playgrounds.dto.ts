import { Text } from '#platform/http/parameters/decorators.js';

export class AddPlaygroundDto {
  @Text({ trim: true })
  name!: string;

  @Text({ trim: true })
  pygments_language!: string;

  @Text({ trim: true })
  url_template!: string;
}
