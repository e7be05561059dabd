import base from './jest.config.js';

/**
 * The tests that differ with Redis, for a second run (`npm run test:redis`): Redis holds the jobs,
 * wakes the other processes when there are events, and counts for the rate limits. A test of one of
 * these belongs here; tests of the same process, or of processes that get no REDIS_URL, do not. Four files
 * start a Redis of their own in every run instead: faults, presence, processes and realm-deletion.
 */
const FILES = [
  // Jobs, which Redis holds.
  'acts-during-moves',
  'admin-jobs',
  'delete-topic',
  'edits-at-once',
  'email-change',
  'embedded-bots',
  'invites',
  'jobs',
  'link-previews',
  'links-at-once',
  'mail',
  'membership-changes',
  'onboarding',

  // Events, which wake other processes through Redis.
  'accounts',
  'event-log-maintenance',
  'event-order',
  'event-queues',
  'guest-changes',
  'read-caches',
  'linkifiers',
  'security-conflicts',
  'security-queues',
  'sessions',
  'typing',

  // Rate limits, which processes share through Redis.
  'authentication',
  'join',
  'login-limits',
  'passwords',
  'security-browsers',

  // Presence, whose reports Redis holds, when the clock jumps.
  'clock-jumps',
];

export default {
  ...base,
  testMatch: FILES.map((name) => `<rootDir>/test/${name}.e2e-spec.ts`),
};
