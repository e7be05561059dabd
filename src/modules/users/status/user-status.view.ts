import type { Schema } from '#platform/http/contract.js';
import type { UserStatusEntity } from './user-status.entity.js';

export type UserStatus = Omit<UserStatusEntity, 'userId' | 'realmId'>;

/** The properties of the event, where an empty text removes the value. */
export type UserStatusChange = Pick<
  Schema<'UserStatusEvent'>,
  'status_text' | 'emoji_name' | 'emoji_code' | 'reaction_type'
>;

export const NO_STATUS: UserStatus = {
  statusText: '',
  emojiName: '',
  emojiCode: '',
  reactionType: '',
};

/** Without empty properties. */
export function userStatusView(status: UserStatus): Schema<'UserStatus'> {
  const { statusText, emojiName, emojiCode, reactionType } = status;
  return {
    ...(statusText === '' ? {} : { status_text: statusText }),
    ...(reactionType === ''
      ? {}
      : { emoji_name: emojiName, emoji_code: emojiCode, reaction_type: reactionType }),
  };
}

/** The defined properties of the status. */
export function userStatusChange(status: Partial<UserStatus>): UserStatusChange {
  const { statusText, emojiName, emojiCode, reactionType } = status;
  return {
    ...(statusText === undefined ? {} : { status_text: statusText }),
    ...(emojiName === undefined
      ? {}
      : { emoji_name: emojiName, emoji_code: emojiCode, reaction_type: reactionType }),
  };
}

export function isEmptyStatus({ statusText, emojiName }: UserStatus): boolean {
  return statusText === '' && emojiName === '';
}
