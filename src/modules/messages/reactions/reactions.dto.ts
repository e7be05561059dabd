import { REACTION_TYPES, type ReactionType } from '#modules/realms/emoji';
import { Text } from '#platform/http/parameters/decorators.js';

const MAX_LENGTH = 100;

class EmojiDto {
  @Text({ optional: true, maxLength: MAX_LENGTH })
  emoji_code?: string;

  @Text({ oneOf: REACTION_TYPES, optional: true })
  reaction_type?: ReactionType;
}

export class AddReactionDto extends EmojiDto {
  @Text({ maxLength: MAX_LENGTH })
  emoji_name!: string;
}

export class RemoveReactionDto extends EmojiDto {
  @Text({ optional: true, maxLength: MAX_LENGTH })
  emoji_name?: string;
}
