// Shortcut, formerly Clubhouse. A webhook contains the actions of one change, of which one is the primary:
// a comment is created, and therefore its story is updated. Members are only ids.
import {
  bold,
  capitalized,
  details,
  enumeration,
  type EventIntegration,
  hmac,
  type Insert,
  lines,
  link,
  type Markdown,
  md,
  type Notification,
  type NotificationBuilder,
  type Payload,
  quoteMarkdown,
  words,
} from '#modules/integrations/toolkit';

const VERBS: Record<string, string> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
};

/** By the type of the entity, the topic, which does not name what has no name. */
const NOUNS: Record<string, string> = {
  story: 'story',
  epic: 'epic',
  iteration: 'iteration',
  milestone: 'objective',
  objective: 'objective',
  project: 'project',
  label: 'label',
};

/** Parts, which are reported in the topic of the entity to which they belong. */
const PARTS: Record<string, string> = {
  'story-comment': 'comment',
  'epic-comment': 'comment',
  'story-task': 'task',
  'story-link': 'relation',
  branch: 'branch',
  'pull-request': 'pull request',
};

const MAX_CHANGES = 20;
/** Further messages of one change, such as of many stories at once, are not sent. */
const MAX_NOTIFICATIONS = 10;

function typeOf(action: Payload): string {
  return action.text('entity_type');
}

function primaryOf(payload: Payload): Payload {
  const actions = payload.list('actions');
  const id = payload.optionalLabel('primary_id');
  const primary = actions.find((action) => action.optionalLabel('id') === id);
  return primary ?? payload.object('actions.0');
}

/** A change of many entities at once has no primary action. */
function changed(payload: Payload): Payload[] {
  if (payload.has('primary_id')) return [primaryOf(payload)];
  return payload.list('actions').slice(0, MAX_NOTIFICATIONS);
}

function nounOf(action: Payload): string {
  const type = typeOf(action);
  const kind = type === 'story' ? action.optionalText('story_type') : undefined;
  return kind ?? (Object.hasOwn(NOUNS, type) ? NOUNS[type]! : words(type));
}

function reference(action: Payload): Markdown {
  const name = action.optionalText('name') ?? `#${action.label('id')}`;
  return link(name, action.optionalText('app_url'));
}

function verbOf(action: Payload): string {
  const verb = action.text('action');
  return Object.hasOwn(VERBS, verb) ? VERBS[verb]! : verb;
}

function entityNotification(payload: Payload, action: Payload): Notification | undefined {
  const isUpdate = action.text('action') === 'update';
  const changes = isUpdate ? changesOf(payload, action) : undefined;
  if (changes?.toString() === '') return undefined;
  return {
    topic: action.optionalText('name') ?? `${nounOf(action)} #${action.label('id')}`,
    content: lines(
      md`The ${nounOf(action)} ${reference(action)} was ${verbOf(action)}.`,
      changes,
      action.text('action') === 'create' && factsOf(payload, action),
    ),
  };
}

function factsOf(payload: Payload, action: Payload): Markdown {
  return lines(
    details({
      State: referenceName(payload, action, 'workflow_state_id'),
      Epic: referenceName(payload, action, 'epic_id'),
      Estimate: action.optionalLabel('estimate'),
      Deadline: action.optionalText('deadline'),
    }),
    quoteMarkdown(action.optionalText('description')),
  );
}

/** The name of what a member refers to by its id. */
function referenceName(payload: Payload, action: Payload, path: string): string | undefined {
  const id = action.optionalLabel(path);
  return id === undefined ? undefined : nameById(payload, id);
}

function nameById(payload: Payload, id: string): string | undefined {
  return payload
    .optionalList('references')
    .find((item) => item.optionalLabel('id') === id)
    ?.optionalText('name');
}

/** Parts have messages of their own, and these follow from other fields. */
const LEFT_OUT = new Set([
  'comment_ids',
  'completed',
  'completed_at',
  'position',
  'started',
  'started_at',
  'task_ids',
]);

function changesOf(payload: Payload, action: Payload): Markdown {
  const changes = action.members('changes').filter(([name]) => !LEFT_OUT.has(name));
  return details(
    Object.fromEntries(
      changes
        .slice(0, MAX_CHANGES)
        .map(([name, change]): [string, Insert] => [
          capitalized(words(name.replace(/_ids?$/, ''))),
          valueOf(payload, { name, change }),
        ]),
    ),
  );
}

function valueOf(payload: Payload, { name, change }: { name: string; change: Payload }): Insert {
  if (name === 'description' || name === 'text') return 'changed';
  const parts = [listOf(payload, change, 'adds'), listOf(payload, change, 'removes')];
  const [added, removed] = parts;
  if (added || removed) {
    return enumeration([added && md`added ${added}`, removed && md`removed ${removed}`]);
  }
  const before = scalarOf(payload, change, 'old');
  const after = scalarOf(payload, change, 'new') ?? 'none';
  return before === undefined ? md`${after}` : md`${after} (was ${before})`;
}

function scalarOf(payload: Payload, change: Payload, path: string): string | undefined {
  if (typeof change.value(path) === 'object') return undefined;
  const label = change.optionalLabel(path);
  return label === undefined ? undefined : (nameById(payload, label) ?? label);
}

/** The names of what was added or removed; without known names, their number. */
function listOf(payload: Payload, change: Payload, path: string): Insert {
  const ids = change.optionalList(path).map((item) => item.optionalLabel([]) ?? '');
  if (ids.length === 0) return undefined;
  const names = ids.map((id) => nameById(payload, id)).filter((name) => name !== undefined);
  return names.length === 0 ? ids.length : names.slice(0, MAX_CHANGES).join(', ');
}

function partNotification(payload: Payload, action: Payload): Notification {
  const owner = payload
    .list('actions')
    .find((other) => Object.hasOwn(NOUNS, other.optionalText('entity_type') ?? ''));
  const noun = PARTS[typeOf(action)]!;
  const title =
    action.optionalText('description') ??
    action.optionalText('name') ??
    action.optionalText('title');
  const url = action.optionalText('app_url') ?? action.optionalText('url');
  const place = owner && md` of the ${nounOf(owner)} ${reference(owner)}`;
  return {
    topic: owner?.optionalText('name') ?? noun,
    content: lines(
      title === undefined
        ? md`A ${link(noun, url)}${place} was ${partVerb(action)}.`
        : md`The ${noun} ${url === undefined ? bold(title) : link(title, url)}${place} was ${partVerb(action)}.`,
      action.text('action') !== 'delete' && quoteMarkdown(action.optionalText('text')),
    ),
  };
}

/** Tasks are completed and reopened. */
function partVerb(action: Payload): string {
  const complete = action.value('changes.complete.new');
  if (complete === true) return 'completed';
  return complete === false ? 'reopened' : verbOf(action);
}

const notifications: NotificationBuilder = (payload) =>
  changed(payload)
    .map((action) =>
      Object.hasOwn(PARTS, typeOf(action))
        ? partNotification(payload, action)
        : entityNotification(payload, action),
    )
    .filter((notification) => notification !== undefined);

function eventNames(type: string): string[] {
  return Object.keys(VERBS).map((action) => `${type.replaceAll('-', '_')}_${action}`);
}

export const integration: EventIntegration = {
  name: 'clubhouse',
  displayName: 'Shortcut',
  category: 'project-management',
  summary: 'Sends changes of stories, epics, iterations, comments and tasks.',
  setup: [
    'In Shortcut, open **Settings**, **Integrations**, **Webhooks**, and choose **Add New Webhook**.',
    'Paste the URL as **Payload URL**. To have signatures checked, enter a **Secret**, and add it to the URL as webhook_secret.',
    'Choose **Add New Webhook**.',
  ],
  signature: hmac({ header: 'Payload-Signature', algorithm: 'sha256' }),
  event: (payload) => {
    const primary = primaryOf(payload);
    return `${typeOf(primary).replaceAll('-', '_')}_${primary.text('action')}`;
  },
  events: Object.fromEntries(
    [...Object.keys(NOUNS), ...Object.keys(PARTS)]
      .flatMap(eventNames)
      .map((name) => [name, notifications]),
  ),
};
