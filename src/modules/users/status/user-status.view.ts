// What somebody says they are up to.

export interface UserStatus {
  status_text: string;
  emoji_name: string;
  emoji_code: string;
  reaction_type: string;
}

export const NO_STATUS: UserStatus = {
  status_text: '',
  emoji_name: '',
  emoji_code: '',
  reaction_type: '',
};

/** Without what is not said. */
export function userStatusView(status: UserStatus): Record<string, string> {
  const { status_text, emoji_name, emoji_code, reaction_type } = status;
  return {
    ...(status_text === '' ? {} : { status_text }),
    ...(emoji_name === '' ? {} : { emoji_name, emoji_code, reaction_type }),
  };
}

export function isEmptyStatus(status: UserStatus): boolean {
  return status.status_text === '' && status.emoji_name === '';
}
