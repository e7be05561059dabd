import { REACTION_TYPES, type ReactionType } from '#modules/realms/emoji';
import { Text } from '#platform/http/parameters/decorators.js';

export class RemoveTopicIconDto {
  @Text()
  topic_name!: string;
}

export class SetTopicIconDto extends RemoveTopicIconDto {
  @Text({ maxLength: 100 })
  emoji_name!: string;

  @Text({ maxLength: 100 })
  emoji_code!: string;

  @Text({ oneOf: REACTION_TYPES })
  reaction_type!: ReactionType;
}
