// Embedded bots answer later, when the message that speaks to them is there for everybody.
import { messageEvent } from '#modules/messages/messages';
import { defineEventConsumer } from '#platform/jobs/event-consumer.js';
import { defineJob } from '#platform/jobs/job-definition.js';

export const answerMessage = defineJob<{ realmId: number; messageId: number; botId: number }>({
  queue: 'embedded-bots',
  name: 'answer-message',
});

defineEventConsumer({
  name: 'embedded-bots',
  events: [messageEvent],
  toJobs: ({ realmId, payload: { message, embeddedBotIds = [] } }) =>
    embeddedBotIds.map((botId) => answerMessage.with({ realmId, messageId: message.id, botId })),
});
