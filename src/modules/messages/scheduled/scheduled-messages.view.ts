import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';
import type { ScheduledMessageEntity } from './scheduled-message.entity.js';

export function scheduledMessageView(row: ScheduledMessageEntity): Schema<'ScheduledMessage'> {
  const { streamId, userIds, topic } = row;
  return {
    scheduled_message_id: row.id,
    ...(streamId === null
      ? { type: 'private', to: userIds! }
      : { type: 'stream', to: streamId, topic }),
    content: row.content,
    rendered_content: row.renderedContent,
    scheduled_delivery_timestamp: toSeconds(row.dueAt),
    failed: row.hasFailed,
  };
}

/** The message of the notification bot to the sender. */
export function failureText({ dueAt }: ScheduledMessageEntity, reason: string): string {
  const time = dueAt.toISOString().replace('.000Z', 'Z');
  return [
    `The message that you scheduled for <time:${time}> was not sent, for this reason:`,
    `\`\`\` quote\n${reason.replaceAll('`', "'")}\n\`\`\``,
    'You can change it, choose another time, or delete it in your [scheduled messages](#scheduled).',
  ].join('\n\n');
}
