import { Integer, Text } from '#platform/http/parameters/decorators.js';

export class AddSubmessageDto {
  @Integer({ min: 0 })
  message_id!: number;

  @Text()
  msg_type!: string;

  @Text({ maxLength: 10_000 })
  content!: string;
}
