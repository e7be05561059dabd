import { Bool, Id, Text } from '#platform/http/parameters/decorators.js';

export class EditMessageDto {
  @Text({ aliases: ['subject'], optional: true })
  topic?: string;

  @Text({ oneOf: ['change_one', 'change_later', 'change_all'], default: 'change_one' })
  propagate_mode!: 'change_one' | 'change_later' | 'change_all';

  @Bool({ default: false })
  send_notification_to_old_thread!: boolean;

  @Bool({ default: true })
  send_notification_to_new_thread!: boolean;

  @Text({ optional: true })
  content?: string;

  @Text({ optional: true })
  prev_content_sha256?: string;

  @Id({ optional: true })
  stream_id?: number;
}

export class MessageHistoryDto {
  @Bool({ default: false })
  allow_empty_topic_name!: boolean;
}
