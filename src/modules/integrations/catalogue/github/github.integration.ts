import {
  BRANCHES,
  type EventIntegration,
  hmac,
  IGNORE_PRIVATE_REPOSITORIES,
} from '#modules/integrations/toolkit';
import { push } from './push.js';

export const integration: EventIntegration = {
  name: 'github',
  displayName: 'GitHub',
  category: 'version-control',
  summary:
    'Sends what happens in a repository or an organization: pushes, issues, pull requests, and more.',
  setup: [
    'In the repository or organization on GitHub, open **Settings**, **Webhooks**, and choose **Add webhook**.',
    'Paste the URL as **Payload URL**, and choose **application/json** as **Content type**.',
    'To have signatures checked, enter a **Secret**, and add it to the URL as webhook_secret.',
    'Choose the events, and **Add webhook**.',
  ],
  options: [BRANCHES, IGNORE_PRIVATE_REPOSITORIES],
  signature: hmac({ header: 'X-Hub-Signature-256', algorithm: 'sha256', prefix: 'sha256=' }),
  event: (_payload, request) => request.requireHeader('X-GitHub-Event'),
  events: { push },
};
