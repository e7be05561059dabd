import {
  MENTION_FLAGS,
  MESSAGE_FLAGS,
  type MessageFlag,
  PERSONAL_MENTION_FLAGS,
  WILDCARD_MENTION_FLAGS,
} from './message-flags.constants.js';

const NAMES = Object.keys(MESSAGE_FLAGS) as MessageFlag[];

/** Names of the set bits; wildcard mentions also appear under their older common name. */
export function flagNames(bits: number): string[] {
  const names: string[] = NAMES.filter((name) => (bits & MESSAGE_FLAGS[name]) !== 0);
  if ((bits & WILDCARD_MENTION_FLAGS) !== 0) names.push('wildcard_mentioned');
  return names;
}

/** Whether an unread message counts as a mention. Wildcard mentions do not where the user muted. */
export function countsAsMention(bits: number, isMuted: boolean): boolean {
  const counting = isMuted ? PERSONAL_MENTION_FLAGS : MENTION_FLAGS;
  return (bits & counting) !== 0;
}
