import {
  BRANCHES,
  type EventIntegration,
  hmac,
  IGNORE_PRIVATE_REPOSITORIES,
  type Payload,
  unlessPrivate,
  type WebhookRequest,
} from '#modules/integrations/toolkit';
import { issueCommented, issueCreated, issueUpdated } from './issues.js';
import { pullRequest, pullRequestComment } from './pull-requests.js';
import { commitComment, commitStatus, fork, push, repositoryUpdated } from './repository.js';

/** The names of events that users choose, by the key in the header. */
const NAMES: Record<string, string> = {
  'repo:push': 'push',
  'repo:fork': 'fork',
  'repo:commit_comment_created': 'commit_comment',
  'repo:commit_status_created': 'change_commit_status',
  'repo:commit_status_updated': 'change_commit_status',
  'issue:created': 'issue_created',
  'issue:updated': 'issue_updated',
  'issue:comment_created': 'issue_commented',
};

function eventOf(payload: Payload, request: WebhookRequest): string {
  const key = request.header('X-Event-Key') ?? (payload.has('push') ? 'repo:push' : undefined);
  const name = key ?? request.requireHeader('X-Event-Key');
  if (Object.hasOwn(NAMES, name)) return NAMES[name]!;
  return name.replace(/^pullrequest:/, 'pull_request_');
}

export const integration: EventIntegration = {
  name: 'bitbucket2',
  displayName: 'Bitbucket',
  category: 'version-control',
  summary: 'Sends pushes, issues, pull requests and comments of Bitbucket Cloud.',
  setup: [
    'In the repository on Bitbucket, open **Repository settings**, **Webhooks**, and choose **Add webhook**.',
    'Paste the URL as **URL**. To verify signatures, enter a **Secret** and add it to the URL as webhook_secret.',
    'Choose the triggers, and choose **Save**.',
  ],
  options: [BRANCHES, IGNORE_PRIVATE_REPOSITORIES],
  signature: hmac({ header: 'X-Hub-Signature', algorithm: 'sha256', prefix: 'sha256=' }),
  event: eventOf,
  events: unlessPrivate(
    {
      push,
      fork,
      commit_comment: commitComment,
      change_commit_status: commitStatus,
      issue_created: issueCreated,
      issue_updated: issueUpdated,
      issue_commented: issueCommented,
      pull_request_created: pullRequest('created'),
      pull_request_updated: pullRequest('updated'),
      pull_request_approved: pullRequest('approved'),
      pull_request_unapproved: pullRequest('withdrew the approval of'),
      pull_request_changes_request_created: pullRequest('requested changes to'),
      pull_request_changes_request_removed: pullRequest('withdrew the request for changes to'),
      pull_request_fulfilled: pullRequest('merged'),
      pull_request_rejected: pullRequest('declined'),
      pull_request_comment_created: pullRequestComment('commented on'),
      pull_request_comment_updated: pullRequestComment('edited a comment on'),
      pull_request_comment_deleted: pullRequestComment('deleted a comment on'),
      pull_request_comment_resolved: pullRequestComment('resolved a comment on'),
      pull_request_comment_reopened: pullRequestComment('reopened a comment on'),
      'repo:updated': repositoryUpdated,
    },
    (payload) => payload.value('repository.is_private') === true,
  ),
  ignored: ['repo:transfer', 'repo:deleted'],
};
