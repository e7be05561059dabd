import {
  capitalized,
  details,
  type EventIntegration,
  hmac,
  type Insert,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quoteMarkdown,
  type WebhookRequest,
  words,
} from '#modules/integrations/toolkit';

/** The types of Taiga, with their names. */
const NOUNS: Record<string, string> = {
  epic: 'epic',
  userstory: 'user story',
  task: 'task',
  issue: 'issue',
  milestone: 'sprint',
  wikipage: 'wiki page',
};

const ACTIONS = ['create', 'change', 'delete'];
const VERBS: Record<string, string> = { create: 'created', change: 'changed', delete: 'deleted' };

/** Changes that are made of another one, and texts that may be long. */
const LEFT_OUT = new Set(['blocked_note_html', 'content_html', 'description_html', 'finish_date']);
const LONG = new Set([
  'blocked_note_diff',
  'content',
  'content_diff',
  'description',
  'description_diff',
]);
const MAX_CHANGES = 20;

function actorOf(payload: Payload): string {
  return payload.optionalText('by.full_name') ?? payload.optionalText('by.username') ?? 'A user';
}

/** The name of the sprint, where there is one. */
function topicOf(payload: Payload): string {
  const isSprint = payload.text('type') === 'milestone';
  return payload.optionalText(isSprint ? 'data.name' : 'data.milestone.name') ?? 'General';
}

function reference(payload: Payload): Markdown {
  const data = payload.object('data');
  const title = data.optionalText('subject') ?? data.optionalText('name') ?? data.text('slug');
  const number = data.optionalLabel('ref');
  const label = number === undefined ? title : `#${number} ${title}`;
  return link(label, data.optionalText('permalink'));
}

function event(noun: string, action: string): NotificationBuilder {
  return (payload, request) => {
    const verb = VERBS[action]!;
    const sentence = md`${actorOf(payload)} ${verb} the ${noun} ${reference(payload)}${place(payload, request)}`;
    const content =
      action === 'change'
        ? changeContent(payload, noun)
        : lines(md`${sentence}.`, facts(payload, action));
    return content && { topic: topicOf(payload), content };
  };
}

/** The project, or the sprint if the topic does not name it. */
function place(payload: Payload, { hasTopic }: WebhookRequest): Markdown | undefined {
  const sprint = payload.optionalText('data.milestone.name');
  if (hasTopic && sprint !== undefined) return md` in the sprint ${sprint}`;
  const project = payload.optionalText('data.project.name');
  return project === undefined
    ? undefined
    : md` in ${link(project, payload.optionalText('data.project.permalink'))}`;
}

function facts(payload: Payload, action: string): Markdown | undefined {
  if (action !== 'create') return undefined;
  const data = payload.object('data');
  return lines(
    details({
      Status: data.optionalText('status.name'),
      Type: data.optionalText('type.name'),
      Priority: data.optionalText('priority.name'),
      Severity: data.optionalText('severity.name'),
      'Assigned to': data.optionalText('assigned_to.full_name'),
      'User story': data.optionalText('user_story.subject'),
      Start: data.optionalText('estimated_start'),
      End: data.optionalText('estimated_finish'),
    }),
    quoteMarkdown(data.optionalText('description') ?? data.optionalText('content')),
  );
}

/** A comment, or changed fields. Undefined if neither is to be reported, such as for another position. */
function changeContent(payload: Payload, noun: string): Markdown | undefined {
  const subject = md`the ${noun} ${reference(payload)}`;
  const actor = actorOf(payload);
  const changes = payload
    .members('change.diff')
    .filter(([name]) => !LEFT_OUT.has(name) && !name.endsWith('_order'))
    .slice(0, MAX_CHANGES);
  const changed = details(Object.fromEntries(changes.map(changeDetail)));
  const comment = quoteMarkdown(payload.optionalText('change.comment'));
  if (payload.has('change.delete_comment_date')) {
    return md`${actor} deleted a comment on ${subject}.`;
  }
  if (payload.has('change.edit_comment_date')) {
    return lines(md`${actor} edited a comment on ${subject}.`, comment);
  }
  if (comment) {
    return lines(md`${actor} commented on ${subject}.`, changed, comment);
  }
  return changes.length === 0 ? undefined : lines(md`${actor} changed ${subject}.`, changed);
}

function changeDetail([name, change]: [string, Payload]): [string, Insert] {
  const label = capitalized(words(name === 'milestone' ? 'sprint' : name.replace(/_diff$/, '')));
  if (LONG.has(name)) return [label, 'changed'];
  if (name === 'attachments' || name === 'custom_attributes') return [label, listChange(change)];
  // Points have one change for each role.
  if (name === 'points') {
    const roles = change.members([]).map(([role, points]) => md`${role} ${fromTo(points)}`);
    return [label, roles.length === 0 ? 'changed' : enumerationOf(roles)];
  }
  return [label, fromTo(change)];
}

function enumerationOf(parts: Markdown[]): Markdown {
  return parts.slice(1).reduce((all, part) => md`${all}, ${part}`, parts[0]!);
}

function fromTo(change: Payload): Insert {
  if (!change.has('from') && !change.has('to')) return 'changed';
  const before = valueText(change, 'from');
  const after = valueText(change, 'to') ?? 'none';
  return before === undefined ? md`${after}` : md`${after} (was ${before})`;
}

function valueText(change: Payload, path: string): string | undefined {
  const value = change.value(path);
  if (Array.isArray(value))
    return change
      .list(path)
      .map((item) => item.optionalLabel([]))
      .join(', ');
  return typeof value === 'object' ? undefined : change.optionalLabel(path);
}

/** The names of what was added, changed and removed. */
function listChange(change: Payload): Insert {
  const parts = [
    ['new', 'added'],
    ['changed', 'changed'],
    ['deleted', 'removed'],
  ].map(([member, verb]) => {
    const names = change
      .optionalList(member!)
      .map((item) => item.optionalText('filename') ?? item.optionalText('name') ?? 'one');
    return names.length === 0 ? undefined : `${verb!} ${names.join(', ')}`;
  });
  return parts.filter((part) => part !== undefined).join('; ') || 'changed';
}

const test: NotificationBuilder = (payload) => ({
  topic: 'General',
  content: md`${actorOf(payload)} tested the webhook.`,
});

export const integration: EventIntegration = {
  name: 'taiga',
  displayName: 'Taiga',
  category: 'project-management',
  summary: 'Sends changes of user stories, tasks, issues, epics, sprints and wiki pages.',
  setup: [
    'In the project on Taiga, open **Settings**, **Integrations**, **Webhooks**, and choose **Add a new webhook**.',
    'Enter a name, paste the URL as **Type the service payload url**, and enter a secret as **Type the service secret key**.',
    'Save, and use the test of the webhook to send a first message.',
    'To have signatures checked, add the secret to the URL as webhook_secret.',
  ],
  signature: hmac({ header: 'X-TAIGA-WEBHOOK-SIGNATURE', algorithm: 'sha1' }),
  event: (payload) =>
    payload.text('type') === 'test' ? 'test' : `${payload.text('type')}_${payload.text('action')}`,
  events: {
    test,
    ...Object.fromEntries(
      Object.entries(NOUNS).flatMap(([type, noun]) =>
        ACTIONS.map((action) => [`${type}_${action}`, event(noun, action)]),
      ),
    ),
  },
};
