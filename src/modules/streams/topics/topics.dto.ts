import { REACTION_TYPES, type ReactionType } from '#modules/realms/emoji';
import { Bool, Text } from '#platform/http/parameters/decorators.js';

export class GetTopicsDto {
  @Bool({ default: false })
  allow_empty_topic_name!: boolean;
}

export class DeleteTopicDto {
  @Text()
  topic_name!: string;
}

export class SetTopicIconDto {
  @Text()
  topic_name!: string;

  @Text({ maxLength: 100 })
  emoji_name!: string;

  @Text({ maxLength: 100 })
  emoji_code!: string;

  @Text({ oneOf: REACTION_TYPES })
  reaction_type!: ReactionType;
}

export class RemoveTopicIconDto {
  @Text()
  topic_name!: string;
}
