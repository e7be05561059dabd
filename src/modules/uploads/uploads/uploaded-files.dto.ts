import { Text } from '#platform/http/parameters/decorators.js';

export class FileKeyDto {
  /** Read by the access guard. */
  @Text({ optional: true })
  api_key?: string;
}

export class ReadFileDto extends FileKeyDto {
  @Text({ optional: true })
  download?: string;
}
