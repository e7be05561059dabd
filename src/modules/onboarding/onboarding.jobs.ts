// What follows, later, from somebody becoming a member.
import { realmUserEvent } from '#modules/users/users.events.js';
import { defineEventConsumer } from '#platform/jobs/event-consumer.js';
import { defineJob } from '#platform/jobs/job-definition.js';

export const welcomeMessage = defineJob<{ realmId: number; userId: number }>({
  queue: 'onboarding',
  name: 'welcome-message',
});

defineEventConsumer({
  name: 'onboarding',
  events: [realmUserEvent],
  toJobs: ({ realmId, payload: { op, person } }) =>
    op === 'add' && person['is_bot'] !== true
      ? [welcomeMessage.with({ realmId, userId: Number(person['user_id']) })]
      : [],
});
