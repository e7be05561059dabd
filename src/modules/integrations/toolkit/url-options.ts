// Options in the URL of an integration, beside those that all integrations have. Clients offer them when
// they generate the URL.

export interface UrlOption {
  /** The name of the parameter. */
  key: string;
  label: string;
  type: 'text' | 'boolean';
}

export const BRANCHES: UrlOption = {
  key: 'branches',
  label: 'Branches, separated by commas; * stands for any characters',
  type: 'text',
};

export const IGNORE_PRIVATE_REPOSITORIES: UrlOption = {
  key: 'ignore_private_repositories',
  label: 'Exclude notifications about private repositories',
  type: 'boolean',
};

/** `mapping=channels` sends to the channel that the notification names. */
export const CHANNEL_MAPPING: UrlOption = {
  key: 'mapping',
  label: 'With "channels", send to the channel of the same name',
  type: 'text',
};
