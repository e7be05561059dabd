// Messages are posted to outgoing webhook bots in a job, once they are committed.
import { messageEvent } from '#modules/messages/messages';
import { defineEventConsumer } from '#platform/jobs/event-consumer.js';
import { defineJob } from '#platform/jobs/job-definition.js';

/** A receiver that cannot be reached is tried this often: within 75 seconds, waiting included. */
export const MAX_POSTS = 4;

export const postToBot = defineJob<{ realmId: number; messageId: number; botId: number }>({
  queue: 'outgoing-webhooks',
  name: 'post-to-bot',
  backOff: { type: 'exponential', delayMs: 5000 },
  // Jobs wait for the receivers, up to ten seconds each.
  concurrency: 40,
});

defineEventConsumer({
  name: 'outgoing-webhooks',
  events: [messageEvent],
  toJobs: ({ realmId, payload: { message, webhookBotIds = [] } }) =>
    webhookBotIds.map((botId) => postToBot.with({ realmId, messageId: message.id, botId })),
});
