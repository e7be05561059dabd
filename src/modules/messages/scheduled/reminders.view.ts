import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';
import type { ReminderEntity } from './reminder.entity.js';

export function reminderView(row: ReminderEntity): Schema<'Reminder'> {
  return {
    reminder_id: row.id,
    type: 'private',
    to: [row.userId],
    content: row.content,
    rendered_content: row.renderedContent,
    scheduled_delivery_timestamp: toSeconds(row.dueAt),
    // Reminders are delivered whatever happens.
    failed: false,
    reminder_target_message_id: row.targetMessageId,
  };
}
