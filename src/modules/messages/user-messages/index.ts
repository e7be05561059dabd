export {
  DIRECT_FLAG,
  EDITABLE_FLAGS,
  type EditableFlag,
  HISTORICAL_FLAGS,
  MENTION_FLAGS,
  MESSAGE_FLAGS,
} from './message-flags.constants.js';
export { countsAsMention, flagNames } from './message-flags.view.js';
export { GROUPS_OF_AFFECTED, type UserMessageGroup } from './user-message-groups.js';
