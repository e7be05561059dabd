import {
  type GroupSettingUpdate,
  groupSettingProblem,
  groupSettingUpdateProblem,
  type GroupSettingValue,
} from '#modules/groups/group-setting.service.js';
import { TOPICS_POLICIES, type TopicsPolicy } from '#modules/streams/create-streams.service.js';
import { Bool, Id, IdList, JsonValue, Text } from '#platform/http/parameters/decorators.js';

export class CreateChannelParameters {
  @Text()
  name!: string;

  @Text({ default: '' })
  description!: string;

  @IdList()
  subscribers!: number[];

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

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_add_subscribers_group?: GroupSettingValue;

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_administer_channel_group?: GroupSettingValue;

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_create_topic_group?: GroupSettingValue;

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_delete_any_message_group?: GroupSettingValue;

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_delete_own_message_group?: GroupSettingValue;

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_move_messages_out_of_channel_group?: GroupSettingValue;

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_move_messages_within_channel_group?: GroupSettingValue;

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_remove_subscribers_group?: GroupSettingValue;

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_resolve_topics_group?: GroupSettingValue;

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_send_message_group?: GroupSettingValue;

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_subscribe_group?: GroupSettingValue;
}

export class UpdateChannelParameters {
  @Text({ optional: true })
  new_name?: string;

  @Text({ optional: true })
  description?: string;

  @Bool({ optional: true })
  is_private?: boolean;

  @Bool({ optional: true })
  is_web_public?: boolean;

  @Bool({ optional: true })
  history_public_to_subscribers?: boolean;

  @Bool({ optional: true })
  is_default_stream?: boolean;

  @Text({ optional: true, orJson: true })
  message_retention_days?: string;

  @Bool({ optional: true })
  is_archived?: boolean;

  @Id({ optional: true, nullable: true })
  folder_id?: number | null;

  @Text({ oneOf: TOPICS_POLICIES, optional: true, orJson: true })
  topics_policy?: TopicsPolicy;

  @JsonValue({ check: groupSettingUpdateProblem, optional: true })
  can_add_subscribers_group?: GroupSettingUpdate;

  @JsonValue({ check: groupSettingUpdateProblem, optional: true })
  can_administer_channel_group?: GroupSettingUpdate;

  @JsonValue({ check: groupSettingUpdateProblem, optional: true })
  can_create_topic_group?: GroupSettingUpdate;

  @JsonValue({ check: groupSettingUpdateProblem, optional: true })
  can_delete_any_message_group?: GroupSettingUpdate;

  @JsonValue({ check: groupSettingUpdateProblem, optional: true })
  can_delete_own_message_group?: GroupSettingUpdate;

  @JsonValue({ check: groupSettingUpdateProblem, optional: true })
  can_move_messages_out_of_channel_group?: GroupSettingUpdate;

  @JsonValue({ check: groupSettingUpdateProblem, optional: true })
  can_move_messages_within_channel_group?: GroupSettingUpdate;

  @JsonValue({ check: groupSettingUpdateProblem, optional: true })
  can_remove_subscribers_group?: GroupSettingUpdate;

  @JsonValue({ check: groupSettingUpdateProblem, optional: true })
  can_resolve_topics_group?: GroupSettingUpdate;

  @JsonValue({ check: groupSettingUpdateProblem, optional: true })
  can_send_message_group?: GroupSettingUpdate;

  @JsonValue({ check: groupSettingUpdateProblem, optional: true })
  can_subscribe_group?: GroupSettingUpdate;
}

export class DefaultStreamParameters {
  @Id()
  stream_id!: number;
}

export class GetEmailAddressParameters {
  @Id({ optional: true })
  sender_id?: number;
}
