// Scheduled messages and reminders, published to the clients of their user only.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const scheduledMessageEvent = defineEvent<
  EventBody<
    'ScheduledMessagesAddEvent' | 'ScheduledMessagesUpdateEvent' | 'ScheduledMessagesRemoveEvent'
  >
>({ type: 'scheduled_messages' });

export const reminderEvent = defineEvent<EventBody<'RemindersAddEvent' | 'RemindersRemoveEvent'>>({
  type: 'reminders',
});
