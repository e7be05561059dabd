import {
  MESSAGE_FLAGS,
  type MessageFlag,
  WILDCARD_MENTION_FLAGS,
} from './message-flags.constants.js';

const NAMES = Object.keys(MESSAGE_FLAGS) as MessageFlag[];

/** Names of the set bits; wildcard mentions also appear under their older common name. */
export function flagNames(bits: number): string[] {
  const names: string[] = NAMES.filter((name) => (bits & MESSAGE_FLAGS[name]) !== 0);
  if ((bits & WILDCARD_MENTION_FLAGS) !== 0) names.push('wildcard_mentioned');
  return names;
}
