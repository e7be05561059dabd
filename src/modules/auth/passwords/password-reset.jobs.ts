import { defineJob } from '#platform/jobs/job-definition.js';

/**
 * A job for every address that somebody enters, whether it has an account or not: so the answer
 * takes as long for one as for the other.
 */
export const sendPasswordResetEmail = defineJob<{ realmId: number; email: string }>({
  queue: 'mail',
  name: 'send-password-reset-email',
});
