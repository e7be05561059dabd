// The settings of new streams, common to all operations that create streams.
import { groupSettingProblem, type GroupSettingValue } from '#modules/groups/groups';
import { Bool, Id, JsonValue, Text } from '#platform/http/parameters/decorators.js';
import type { StreamSettings } from './create-streams.service.js';
import { parsedRetentionDays } from './retention-days.js';
import { TOPICS_POLICIES, type TopicsPolicy } from './topics-policy.js';

const Holder = (): PropertyDecorator => JsonValue({ check: groupSettingProblem, optional: true });

export class NewStreamDto {
  @Bool({ default: false })
  announce!: boolean;

  @Bool({ default: true })
  send_new_subscription_messages!: boolean;

  @Bool({ default: false })
  invite_only!: boolean;

  @Bool({ default: false })
  is_web_public!: boolean;

  @Bool({ default: false })
  is_default_stream!: boolean;

  @Bool({ optional: true })
  history_public_to_subscribers?: boolean;

  @Text({ default: 'realm_default', orJson: true })
  message_retention_days!: string;

  @Text({ oneOf: TOPICS_POLICIES, default: 'inherit', orJson: true })
  topics_policy!: TopicsPolicy;

  @Id({ optional: true })
  folder_id?: number;

  @Holder()
  can_add_subscribers_group?: GroupSettingValue;

  @Holder()
  can_administer_channel_group?: GroupSettingValue;

  @Holder()
  can_create_topic_group?: GroupSettingValue;

  @Holder()
  can_delete_any_message_group?: GroupSettingValue;

  @Holder()
  can_delete_own_message_group?: GroupSettingValue;

  @Holder()
  can_move_messages_out_of_channel_group?: GroupSettingValue;

  @Holder()
  can_move_messages_within_channel_group?: GroupSettingValue;

  @Holder()
  can_remove_subscribers_group?: GroupSettingValue;

  @Holder()
  can_resolve_topics_group?: GroupSettingValue;

  @Holder()
  can_send_message_group?: GroupSettingValue;

  @Holder()
  can_subscribe_group?: GroupSettingValue;
}

export function streamSettings(input: NewStreamDto): StreamSettings {
  return {
    inviteOnly: input.invite_only,
    isWebPublic: input.is_web_public,
    isDefault: input.is_default_stream,
    historyPublicToSubscribers: input.history_public_to_subscribers,
    messageRetentionDays: parsedRetentionDays(input.message_retention_days),
    topicsPolicy: input.topics_policy,
    folderId: input.folder_id,
    permissions: input,
  };
}
