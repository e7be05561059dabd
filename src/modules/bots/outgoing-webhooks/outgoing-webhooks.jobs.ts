// Jobs that post committed messages to outgoing webhook bots.
import { messageEvent } from '#modules/messages/messages';
import { defineEventConsumer } from '#platform/jobs/event-consumer.js';
import { defineJob } from '#platform/jobs/job-definition.js';

/** Maximum requests to a receiver that cannot be reached, within 75 seconds including delays. */
export const MAX_POSTS = 4;

export const postToBot = defineJob<{ realmId: number; messageId: number; botId: number }>({
  queue: 'outgoing-webhooks',
  name: 'post-to-bot',
  backOff: { type: 'exponential', delayMs: 5000 },
  // Each job waits up to ten seconds for its receiver.
  concurrency: 40,
});

defineEventConsumer({
  name: 'outgoing-webhooks',
  events: [messageEvent],
  toJobs: ({ realmId, payload: { message, webhookBotIds = [] } }) =>
    webhookBotIds.map((botId) => postToBot.with({ realmId, messageId: message.id, botId })),
});
