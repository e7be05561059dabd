// Webhooks of Asana contain a list of events with the ids of what has changed, but no names. Before it
// creates a webhook, Asana sends a secret, which the response must repeat. Its signatures are not checked: the
// secret is generated when the URL can no longer be changed.
import {
  type EventIntegration,
  link,
  type Markdown,
  md,
  type Notification,
  type NotificationBuilder,
  type Payload,
  urlPart,
  words,
} from '#modules/integrations/toolkit';

const HANDSHAKE_HEADER = 'X-Hook-Secret';

const RESOURCES = [
  'attachment',
  'goal',
  'portfolio',
  'project',
  'section',
  'story',
  'tag',
  'task',
  'workspace',
];
const ACTIONS = ['added', 'changed', 'deleted', 'removed', 'undeleted'];

const VERBS: Record<string, string> = { undeleted: 'restored' };

/** Resources with a page of their own. */
const PAGES: Record<string, string> = {
  goal: 'https://app.asana.com/0/goal/',
  portfolio: 'https://app.asana.com/0/portfolio/',
  project: 'https://app.asana.com/0/',
  task: 'https://app.asana.com/0/0/',
};

function reference(resource: Payload): Markdown {
  const type = words(resource.text('resource_type'));
  const gid = resource.label('gid');
  const page = Object.hasOwn(PAGES, type) ? `${PAGES[type]!}${urlPart(gid)}` : undefined;
  return link(`${type} ${gid}`, page);
}

function nameOf(resource: Payload): string {
  return `${words(resource.text('resource_type'))} ${resource.label('gid')}`;
}

function notificationOf(event: Payload): Notification {
  const resource = event.object('resource');
  const parent = event.optionalObject('parent');
  const user = event.optionalObject('user');
  const actor =
    user === undefined ? 'Asana' : (user.optionalText('name') ?? `User ${user.label('gid')}`);
  return {
    // What happens to a comment or a subtask belongs to its task.
    topic: nameOf(parent?.optionalText('resource_type') === 'task' ? parent : resource),
    content: md`${actor} ${actOf(event)}.`,
  };
}

function actOf(event: Payload): Markdown {
  const resource = event.object('resource');
  const parent = event.optionalObject('parent');
  const action = event.text('action');
  const verb = Object.hasOwn(VERBS, action) ? VERBS[action]! : action;
  const field = event.optionalText('change.field');
  const subject = subjectOf(resource);
  if (field !== undefined) return md`changed the field "${words(field)}" of ${subject}`;
  if (action === 'added' && parent) return md`added ${subject} to ${reference(parent)}`;
  if (action === 'removed' && parent) return md`removed ${subject} from ${reference(parent)}`;
  return md`${verb} ${subject}`;
}

/** Stories are comments, and what the system records about a task. */
function subjectOf(resource: Payload): Markdown {
  if (resource.text('resource_type') !== 'story') return reference(resource);
  const subtype = resource.optionalText('resource_subtype') ?? 'story';
  return subtype === 'comment_added' ? md`a comment` : md`the record "${words(subtype)}"`;
}

const notifications: NotificationBuilder = (payload) =>
  payload
    .list('events')
    .filter((event) => !isRecord(event))
    .map((event) => notificationOf(event));

/** Records of the system repeat what other events report. */
function isRecord(event: Payload): boolean {
  return (
    event.optionalText('resource.resource_type') === 'story' &&
    event.optionalText('resource.resource_subtype') !== 'comment_added'
  );
}

/** The first event of the request; a request without events is a sign of life. */
function eventOf(payload: Payload): string {
  if (payload.count('events') === 0) return 'heartbeat';
  const resource = payload.text('events.0.resource.resource_type');
  return `${resource}.${payload.text('events.0.action')}`;
}

export const integration: EventIntegration = {
  name: 'asana',
  displayName: 'Asana',
  category: 'project-management',
  summary: 'Sends changes of tasks, projects, sections, comments and goals.',
  setup: [
    'On the page https://app.asana.com/0/my-apps, choose **Create new token**, and copy the token.',
    'Open the project, and copy the number after /project/ from its address.',
    'Create the webhook: send a POST request to https://app.asana.com/api/1.0/webhooks with the header Authorization: Bearer TOKEN and the JSON {"data": {"resource": "NUMBER", "target": "URL"}}.',
  ],
  handshake: ({ header }) => {
    const secret = header(HANDSHAKE_HEADER);
    return secret === undefined ? undefined : { headers: { [HANDSHAKE_HEADER]: secret } };
  },
  event: eventOf,
  events: Object.fromEntries(
    RESOURCES.flatMap((resource) =>
      ACTIONS.map((action) => [`${resource}.${action}`, notifications]),
    ),
  ),
  ignored: ['heartbeat'],
};
