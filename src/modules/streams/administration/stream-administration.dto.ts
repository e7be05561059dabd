import { type GroupSettingUpdate, groupSettingUpdateProblem } from '#modules/groups/groups';
import { NewStreamDto, TOPICS_POLICIES, type TopicsPolicy } from '#modules/streams/streams';
import { Bool, Id, IdList, JsonValue, Text } from '#platform/http/parameters/decorators.js';

const HolderUpdate = (): PropertyDecorator =>
  JsonValue({ check: groupSettingUpdateProblem, optional: true });

export class CreateStreamDto extends NewStreamDto {
  @Text()
  name!: string;

  @Text({ default: '' })
  description!: string;

  @IdList()
  subscribers!: number[];
}

export class UpdateStreamDto {
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

  @HolderUpdate()
  can_add_subscribers_group?: GroupSettingUpdate;

  @HolderUpdate()
  can_administer_channel_group?: GroupSettingUpdate;

  @HolderUpdate()
  can_create_topic_group?: GroupSettingUpdate;

  @HolderUpdate()
  can_delete_any_message_group?: GroupSettingUpdate;

  @HolderUpdate()
  can_delete_own_message_group?: GroupSettingUpdate;

  @HolderUpdate()
  can_move_messages_out_of_channel_group?: GroupSettingUpdate;

  @HolderUpdate()
  can_move_messages_within_channel_group?: GroupSettingUpdate;

  @HolderUpdate()
  can_remove_subscribers_group?: GroupSettingUpdate;

  @HolderUpdate()
  can_resolve_topics_group?: GroupSettingUpdate;

  @HolderUpdate()
  can_send_message_group?: GroupSettingUpdate;

  @HolderUpdate()
  can_subscribe_group?: GroupSettingUpdate;
}

export class DefaultStreamDto {
  @Id()
  stream_id!: number;
}

export class GetEmailAddressDto {
  @Id({ optional: true })
  sender_id?: number;
}
