import { Id, Integer, Text } from '#platform/http/parameters/decorators.js';

export class UpdateUserTopicDto {
  @Id()
  stream_id!: number;

  @Text()
  topic!: string;

  @Integer({ min: 0, max: 3 })
  visibility_policy!: 0 | 1 | 2 | 3;
}

export class MuteTopicDto {
  @Id({ optional: true })
  stream_id?: number;

  @Text({ optional: true })
  stream?: string;

  @Text()
  topic!: string;

  @Text({ oneOf: ['add', 'remove'] })
  op!: 'add' | 'remove';
}
