import { defineJob } from '#platform/jobs/job-definition.js';

export const sendPasswordResetEmail = defineJob<{ realmId: number; email: string }>({
  queue: 'mail',
  name: 'send-password-reset-email',
});
