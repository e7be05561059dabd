import {
  BRANCHES,
  type EventIntegration,
  IGNORE_PRIVATE_REPOSITORIES,
  type NotificationBuilder,
  type Payload,
  sharedSecret,
  unlessPrivate,
  type WebhookRequest,
} from '#modules/integrations/toolkit';
import { issue } from './issues.js';
import { mergeRequest } from './merge-requests.js';
import { note } from './notes.js';
import { deployment, job, pipeline } from './pipelines.js';
import * as project from './project.js';
import { push, tagPush } from './push.js';

/** The name of the event with each of its actions, as users choose it. */
function withActions(
  name: string,
  actions: readonly string[],
  build: NotificationBuilder,
): Record<string, NotificationBuilder> {
  return Object.fromEntries(actions.map((action) => [`${name} ${action}`, build]));
}

const ISSUE_ACTIONS = ['open', 'close', 'reopen', 'update'];
const NOTEABLE = ['Commit', 'MergeRequest', 'Issue', 'Snippet'];
const MERGE_REQUEST_ACTIONS = [
  'open',
  'close',
  'reopen',
  'update',
  'merge',
  'approved',
  'unapproved',
  'approval',
  'unapproval',
];

const EVENTS: Record<string, NotificationBuilder> = {
  'Push Hook': push,
  'Tag Push Hook': tagPush,
  ...withActions('Issue Hook', ISSUE_ACTIONS, issue),
  ...withActions('Confidential Issue Hook', ISSUE_ACTIONS, issue),
  ...withActions('Note Hook', NOTEABLE, note),
  ...withActions('Confidential Note Hook', NOTEABLE, note),
  ...withActions('Merge Request Hook', MERGE_REQUEST_ACTIONS, mergeRequest),
  ...withActions('Wiki Page Hook', ['create', 'update', 'delete'], project.wikiPage),
  'Build Hook': job,
  'Deployment Hook': deployment,
  'Emoji Hook': project.emoji,
  'Feature Flag Hook': project.featureFlag,
  'Job Hook': job,
  'Member Hook': project.member,
  'Milestone Hook': project.milestone,
  'Pipeline Hook': pipeline,
  'Project Hook': project.groupProject,
  'Release Hook': project.release,
  'Resource Access Token Hook': project.accessToken,
  'Subgroup Hook': project.subgroup,
  'Test Hook': project.test,
  'Vulnerability Hook': project.vulnerability,
};

/** Events of hooks of a whole server, by the kind of their object. */
const SYSTEM_EVENTS: Record<string, string> = {
  push: 'Push Hook',
  tag_push: 'Tag Push Hook',
  merge_request: 'Merge Request Hook',
};

function eventOf(payload: Payload, request: WebhookRequest): string {
  const header = request.requireHeader('X-Gitlab-Event');
  const kind = payload.optionalText('object_kind') ?? payload.optionalText('event_name') ?? '';
  const name =
    header === 'System Hook' && Object.hasOwn(SYSTEM_EVENTS, kind) ? SYSTEM_EVENTS[kind]! : header;
  if (name.endsWith('Note Hook'))
    return `${name} ${payload.text('object_attributes.noteable_type')}`;
  if (!/(Issue|Merge Request|Wiki Page) Hook$/.test(name)) return name;
  // Test requests have no action.
  return `${name} ${payload.optionalText('object_attributes.action') ?? 'open'}`;
}

export const integration: EventIntegration = {
  name: 'gitlab',
  displayName: 'GitLab',
  category: 'version-control',
  summary: 'Sends pushes, issues, merge requests, comments, pipelines and more of GitLab projects.',
  setup: [
    'In the project or group on GitLab, open **Settings**, **Webhooks**, and choose **Add new webhook**.',
    'Paste the URL as **URL**, and choose the events under **Trigger**.',
    'To verify requests, enter a **Secret token** and add it to the URL as webhook_secret.',
    'Choose **Add webhook**.',
  ],
  options: [
    BRANCHES,
    IGNORE_PRIVATE_REPOSITORIES,
    {
      key: 'use_merge_request_title',
      label: 'Set to "false" to omit titles from the topics of merge requests',
      type: 'text',
    },
  ],
  signature: sharedSecret({ header: 'X-Gitlab-Token' }),
  event: eventOf,
  events: unlessPrivate(EVENTS, (payload) => payload.value('project.visibility_level') === 0),
  ignored: ['System Hook'],
};
