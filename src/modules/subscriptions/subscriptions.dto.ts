import { Matches } from 'class-validator';
import { groupSettingProblem } from '#modules/groups/group-setting.service.js';
import { TOPICS_POLICIES, type TopicsPolicy } from '#modules/streams/create-streams.service.js';
import type { StreamPermissions } from '#modules/streams/streams.view.js';
import {
  Bool,
  Id,
  JsonValue,
  MAX_ID,
  Text,
  TextList,
} from '#platform/http/parameters/decorators.js';

/** How many channels one request may be about. */
export const MAX_CHANNELS = 1000;

/** `true`, `false` or `partial`: how many of the readers of each channel to list. */
export class GetSubscriptionsParameters {
  @Text({ oneOf: ['true', 'false', 'partial'], default: 'false' })
  include_subscribers!: 'true' | 'false' | 'partial';
}

export class StreamToSubscribe {
  @Text()
  name!: string;

  @Text({ default: '' })
  description!: string;

  @Text({ optional: true })
  @Matches(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, { message: 'is not a colour such as #c2c2c2' })
  color?: string;
}

/** Says what is wrong with a list of user ids or of e-mail addresses, or undefined. */
function principalsProblem(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'is not a list';
  const isId = (item: unknown): boolean =>
    Number.isSafeInteger(item) && Number(item) >= 0 && Number(item) <= MAX_ID;
  const valid = value.every((item) => typeof item === 'string') || value.every(isId);
  return valid ? undefined : 'is not a list of user IDs or of e-mail addresses';
}

export type Principals = number[] | string[];

export class SubscribeParameters {
  @JsonValue({ listOf: StreamToSubscribe, maxItems: MAX_CHANNELS })
  subscriptions!: StreamToSubscribe[];

  @JsonValue({ check: principalsProblem, optional: true })
  principals?: Principals;

  @Bool({ default: true })
  authorization_errors_fatal!: boolean;

  @Bool({ default: false })
  announce!: boolean;

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

  @Bool({ default: true })
  send_new_subscription_messages!: boolean;

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_add_subscribers_group?: StreamPermissions['can_add_subscribers_group'];

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_administer_channel_group?: StreamPermissions['can_administer_channel_group'];

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_create_topic_group?: StreamPermissions['can_create_topic_group'];

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_delete_any_message_group?: StreamPermissions['can_delete_any_message_group'];

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_delete_own_message_group?: StreamPermissions['can_delete_own_message_group'];

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_move_messages_out_of_channel_group?: StreamPermissions['can_move_messages_out_of_channel_group'];

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_move_messages_within_channel_group?: StreamPermissions['can_move_messages_within_channel_group'];

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_remove_subscribers_group?: StreamPermissions['can_remove_subscribers_group'];

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_resolve_topics_group?: StreamPermissions['can_resolve_topics_group'];

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_send_message_group?: StreamPermissions['can_send_message_group'];

  @JsonValue({ check: groupSettingProblem, optional: true })
  can_subscribe_group?: StreamPermissions['can_subscribe_group'];
}

export class UnsubscribeParameters {
  @TextList({ maxItems: MAX_CHANNELS })
  subscriptions!: string[];

  @JsonValue({ check: principalsProblem, optional: true })
  principals?: Principals;
}
