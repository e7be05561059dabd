import { BRANCHES, type EventIntegration, hmac } from '#modules/integrations/toolkit';
import { pullRequest, pullRequestComment } from './pull-requests.js';
import { commitComment, forked, modified, ping, referencesChanged } from './repository.js';

export const integration: EventIntegration = {
  name: 'bitbucket3',
  displayName: 'Bitbucket Server',
  category: 'version-control',
  summary: 'Sends pushes, pull requests and comments of Bitbucket Server and Data Center.',
  setup: [
    'In the repository on Bitbucket, open **Repository settings**, **Webhooks**, and choose **Create webhook**.',
    'Paste the URL as **URL**. To verify signatures, enter a **Secret** and add it to the URL as webhook_secret.',
    'Choose the events, and choose **Create**.',
  ],
  options: [BRANCHES],
  signature: hmac({ header: 'X-Hub-Signature', algorithm: 'sha256', prefix: 'sha256=' }),
  event: (payload) => (payload.flag('test') ? 'diagnostics:ping' : payload.text('eventKey')),
  events: {
    'diagnostics:ping': ping,
    'repo:refs_changed': referencesChanged,
    'repo:modified': modified,
    'repo:forked': forked,
    'repo:comment:added': commitComment('commented on'),
    'repo:comment:edited': commitComment('edited a comment on'),
    'repo:comment:deleted': commitComment('deleted a comment on'),
    'pr:opened': pullRequest('opened'),
    'pr:from_ref_updated': pullRequest('pushed commits to'),
    'pr:modified': pullRequest('modified'),
    'pr:reviewer:updated': pullRequest('changed the reviewers of'),
    'pr:reviewer:approved': pullRequest('approved'),
    'pr:reviewer:unapproved': pullRequest('withdrew the approval of'),
    'pr:reviewer:needs_work': pullRequest('requested changes to'),
    'pr:merged': pullRequest('merged'),
    'pr:declined': pullRequest('declined'),
    'pr:deleted': pullRequest('deleted'),
    'pr:comment:added': pullRequestComment('commented on'),
    'pr:comment:edited': pullRequestComment('edited a comment on'),
    'pr:comment:deleted': pullRequestComment('deleted a comment on'),
  },
  ignored: ['mirror:repo_synchronized', 'repo:secret_detected'],
};
