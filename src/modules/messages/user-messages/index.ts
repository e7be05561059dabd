export {
  DIRECT_FLAG,
  EDITABLE_FLAGS,
  type EditableFlag,
  HISTORICAL_FLAGS,
  MENTION_FLAGS,
  MESSAGE_FLAGS,
  type MessageFlag,
  WILDCARD_MENTION_FLAGS,
} from './message-flags.constants.js';
