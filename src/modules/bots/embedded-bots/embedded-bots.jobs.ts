// Embedded bots answer in a job, once the message to them is committed.
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
