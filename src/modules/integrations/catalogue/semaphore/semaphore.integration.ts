import { type EventIntegration, BRANCHES, hmac } from '#modules/integrations/toolkit';
import { classicBuild, classicDeploy } from './classic.js';
import { pipeline } from './pipeline.js';

export const integration: EventIntegration = {
  name: 'semaphore',
  displayName: 'Semaphore',
  category: 'continuous-integration',
  summary: 'Sends pipelines that ended, and builds and deploys of Semaphore Classic.',
  setup: [
    'In the settings of the organization on Semaphore, open **Notifications**, and choose **Create New Notification**.',
    'Choose the projects, paste the URL as the endpoint of the webhook, and choose **Save changes**.',
    'To verify signatures, choose a secret that contains WEBHOOK_SECRET, and add its value to the URL as webhook_secret.',
  ],
  options: [BRANCHES],
  signature: hmac({
    header: 'X-Semaphore-Signature-256',
    algorithm: 'sha256',
    prefix: 'sha256=',
  }),
  event: (payload) =>
    payload.has('pipeline') ? payload.text('revision.reference_type') : payload.text('event'),
  events: {
    branch: pipeline,
    tag: pipeline,
    pull_request: pipeline,
    build: classicBuild,
    deploy: classicDeploy,
  },
};
