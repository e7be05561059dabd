// The protocol version that clients receive: the feature level, and the release with that level.
export const VERSION = {
  zulip_version: '12.1',
  zulip_merge_base: '',
  zulip_feature_level: 500,
  service_feature_level: 500,
} as const;
