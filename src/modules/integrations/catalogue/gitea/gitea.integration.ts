import {
  BRANCHES,
  type EventIntegration,
  giteaEvent,
  giteaEvents,
  hmac,
  IGNORE_PRIVATE_REPOSITORIES,
} from '#modules/integrations/toolkit';
import { review, repositoryChange, wiki } from './other-events.js';

export const integration: EventIntegration = {
  name: 'gitea',
  displayName: 'Gitea',
  category: 'version-control',
  summary: 'Sends pushes, issues, pull requests, comments and releases of Gitea and Forgejo.',
  setup: [
    'In the repository or organization, open **Settings**, **Webhooks**, and choose **Add webhook**, **Gitea**.',
    'Paste the URL as **Target URL**, and choose **POST** and **application/json**.',
    'To verify signatures, enter a **Secret** and add it to the URL as webhook_secret.',
    'Choose the events, and choose **Add webhook**.',
  ],
  options: [BRANCHES, IGNORE_PRIVATE_REPOSITORIES],
  signature: hmac({ header: 'X-Gitea-Signature', algorithm: 'sha256' }),
  event: giteaEvent('X-Gitea-Event'),
  events: {
    ...giteaEvents(),
    pull_request_approved: review('approved'),
    pull_request_comment: review('reviewed'),
    pull_request_rejected: review('requested changes to'),
    repository: repositoryChange,
    wiki,
  },
  ignored: ['package', 'schedule', 'status', 'workflow_job', 'workflow_run'],
};
