import {
  BRANCHES,
  type EventIntegration,
  giteaEvent,
  giteaEvents,
  hmac,
  IGNORE_PRIVATE_REPOSITORIES,
} from '#modules/integrations/toolkit';

export const integration: EventIntegration = {
  name: 'gogs',
  displayName: 'Gogs',
  category: 'version-control',
  summary: 'Sends pushes, issues, pull requests, comments and releases of Gogs.',
  setup: [
    'In the repository on Gogs, open **Settings**, **Webhooks**, and choose **Add a new webhook**, **Gogs**.',
    'Paste the URL as **Payload URL**, and choose **application/json**.',
    'To verify signatures, enter a **Secret** and add it to the URL as webhook_secret.',
    'Choose the events, and choose **Add Webhook**.',
  ],
  options: [BRANCHES, IGNORE_PRIVATE_REPOSITORIES],
  signature: hmac({ header: 'X-Gogs-Signature', algorithm: 'sha256' }),
  event: giteaEvent('X-Gogs-Event'),
  events: giteaEvents(),
};
