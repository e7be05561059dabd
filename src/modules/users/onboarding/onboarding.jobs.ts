// A job sends the welcome messages to each new user.
import { realmUserEvent } from '#modules/users/users';
import { defineEventConsumer } from '#platform/jobs/event-consumer.js';
import { defineJob } from '#platform/jobs/job-definition.js';

export const welcomeMessage = defineJob<{ realmId: number; userId: number }>({
  queue: 'onboarding',
  name: 'welcome-message',
});

defineEventConsumer({
  name: 'onboarding',
  events: [realmUserEvent],
  toJobs: ({ realmId, payload }) =>
    payload.op === 'add' && payload.isNew
      ? payload.people
          .filter(({ person }) => !person.is_bot)
          .map(({ person }) => welcomeMessage.with({ realmId, userId: person.user_id }))
      : [],
});
