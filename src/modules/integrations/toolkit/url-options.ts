// Options in the URLs of some integrations, which clients offer when they generate the URL.

export interface UrlOption {
  /** Name of the parameter. */
  key: string;
  label: string;
  type: 'text' | 'boolean';
}

export const BRANCHES: UrlOption = {
  key: 'branches',
  label: 'Branches, separated by commas; * matches any characters',
  type: 'text',
};

export const IGNORE_PRIVATE_REPOSITORIES: UrlOption = {
  key: 'ignore_private_repositories',
  label: 'Exclude notifications about private repositories',
  type: 'boolean',
};

/** `mapping=channels` sends messages to the channel in the notification. */
export const CHANNEL_MAPPING: UrlOption = {
  key: 'mapping',
  label: 'Set to "channels" to send messages to the channel of the same name',
  type: 'text',
};
