import type { Schema } from '#platform/http/contract.js';
import type { UserStatusEntity } from './user-status.entity.js';

export interface UserStatus extends Omit<UserStatusEntity, 'userId' | 'realmId'> {
  /** Whether the user has disabled presence. */
  away: boolean;
}

/** The properties of the event, where an empty text removes the value. */
export type UserStatusChange = Pick<
  Schema<'UserStatusEvent'>,
  'away' | 'status_text' | 'emoji_name' | 'emoji_code' | 'reaction_type'
>;

export const NO_STATUS: UserStatus = {
  away: false,
  statusText: '',
  emojiName: '',
  emojiCode: '',
  reactionType: '',
};

/** Without empty properties. */
export function userStatusView(status: UserStatus): Schema<'UserStatus'> {
  const { away, statusText, emojiName, emojiCode, reactionType } = status;
  return {
    ...(away && { away }),
    ...(statusText === '' ? {} : { status_text: statusText }),
    ...(reactionType === ''
      ? {}
      : { emoji_name: emojiName, emoji_code: emojiCode, reaction_type: reactionType }),
  };
}

/** The defined properties of the status. */
export function userStatusChange(status: Partial<UserStatus>): UserStatusChange {
  const { away, statusText, emojiName, emojiCode, reactionType } = status;
  return {
    ...(away !== undefined && { away }),
    ...(statusText === undefined ? {} : { status_text: statusText }),
    ...(emojiName === undefined
      ? {}
      : { emoji_name: emojiName, emoji_code: emojiCode, reaction_type: reactionType }),
  };
}

/** Whether there is neither a text nor an emoji. */
export function isEmptyStatus({
  statusText,
  emojiName,
}: Pick<UserStatus, 'statusText' | 'emojiName'>): boolean {
  return statusText === '' && emojiName === '';
}
