export { EmojiModule } from './emoji.module.js';
export { EmojiService } from './emoji.service.js';
export { type Emoji, emojiView, REACTION_TYPES, type ReactionType } from './emoji.view.js';
export {
  EMOJI_NAMES,
  emojiByName,
  findEmojiSequences,
  type EmojiMatch,
} from './unicode-emoji.view.js';
