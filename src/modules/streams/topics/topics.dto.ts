import { Bool, Text } from '#platform/http/parameters/decorators.js';

export class GetTopicsDto {
  @Bool({ default: false })
  allow_empty_topic_name!: boolean;
}

export class DeleteTopicDto {
  @Text()
  topic_name!: string;
}
