import { LIMITS } from '#modules/realms/realms';
import { Integer, Text } from '#platform/http/parameters/decorators.js';
import { MAX_SECONDS } from './scheduled-messages.dto.js';

export class CreateReminderDto {
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  message_id!: number;

  @Integer({ min: 0, max: MAX_SECONDS })
  scheduled_delivery_timestamp!: number;

  @Text({ default: '', trim: true, maxLength: LIMITS.max_reminder_note_length })
  note!: string;
}
