// Webhooks of ClickUp contain the ids of what has changed, and the changes, but no names.
import {
  bullets,
  capitalized,
  code,
  duration,
  type EventIntegration,
  hmac,
  type Insert,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quote,
  time,
  urlPart,
  words,
} from '#modules/integrations/toolkit';

const MILLISECONDS = 1000;
const MAX_CHANGES = 20;

/** Names of fields that differ from the words of the name. */
const FIELD_NAMES: Record<string, string> = {
  assignee_add: 'Assignee added',
  assignee_rem: 'Assignee removed',
  section_moved: 'List',
  tag: 'Tags added',
  tag_removed: 'Tags removed',
};

function taskLink(payload: Payload): Markdown {
  const id = payload.text('task_id');
  return link(`task ${id}`, `https://app.clickup.com/t/${urlPart(id)}`);
}

function actorOf(payload: Payload): string {
  return payload.optionalText('history_items.0.user.username') ?? 'A user';
}

/** The actor did this to the task; the changes follow. */
function task(verb: string): NotificationBuilder {
  return (payload) => ({
    topic: `task ${payload.text('task_id')}`,
    content: lines(
      md`${actorOf(payload)} ${verb} ${taskLink(payload)}.`,
      bullets(payload.optionalList('history_items').slice(0, MAX_CHANGES).map(changeOf)),
    ),
  });
}

/** A field with its value before and after the change. */
function changeOf(item: Payload): Markdown | undefined {
  const field = item.optionalText('field');
  // The creation, and texts that are sent by their address or as a list of operations.
  if (field === undefined || field === 'task_creation' || field === 'comment') return undefined;
  if (field === 'content') return md`Description: changed`;
  const name = item.optionalText('custom_field.name') ?? nameOf(field);
  const before = valueOf(item, 'before');
  const after = valueOf(item, 'after') ?? 'none';
  return before === undefined ? md`${name}: ${after}` : md`${name}: ${after} (was ${before})`;
}

function nameOf(field: string): string {
  return Object.hasOwn(FIELD_NAMES, field) ? FIELD_NAMES[field]! : capitalized(words(field));
}

function valueOf(item: Payload, path: 'before' | 'after'): Insert {
  const value = item.value(path);
  if (Array.isArray(value)) {
    const names = item.list(path).map((entry) => entry.optionalText('name') ?? '');
    return names.filter((name) => name !== '').join(', ') || 'changed';
  }
  if (typeof value === 'object' && value !== null) {
    const name = ['status', 'priority', 'username', 'name']
      .map((member) => item.optionalLabel(`${path}.${member}`))
      .find((label) => label !== undefined);
    return (
      name ??
      spent(item.optionalLabel(`${path}.time`)) ??
      (path === 'after' ? 'changed' : undefined)
    );
  }
  const label = item.optionalLabel(path);
  const field = item.optionalText('field') ?? '';
  if (field === 'time_estimate') return spent(label);
  const isDate = field.endsWith('_date') && Number(label) > 0;
  return isDate ? time(Number(label) / MILLISECONDS) : label;
}

/** A time in milliseconds as words. */
function spent(milliseconds: string | undefined): string | undefined {
  return milliseconds === undefined ? undefined : duration(Number(milliseconds) / MILLISECONDS);
}

function comment(verb: string): NotificationBuilder {
  return (payload) => {
    const item = payload.optionalList('history_items')[0];
    return {
      topic: `task ${payload.text('task_id')}`,
      content: lines(
        md`${actorOf(payload)} ${verb} ${taskLink(payload)}.`,
        quote(item?.optionalText('comment.text_content') ?? textOf(item)),
      ),
    };
  };
}

/** The text of a comment that has only parts. */
function textOf(item: Payload | undefined): string | undefined {
  const parts = item
    ?.optionalList('comment.comment')
    .map((part) => part.optionalText('text') ?? '');
  return parts?.join('');
}

/** A list, a folder, a space, a goal or a key result. */
function other(noun: string, verb: string, id: string): NotificationBuilder {
  return (payload) => {
    const item = payload.optionalList('history_items')[0];
    const actor = item?.optionalText('user.username');
    const reference = code(payload.label(id));
    return {
      topic: `${noun} ${payload.label(id)}`,
      content: lines(
        actor === undefined
          ? md`The ${noun} ${reference} was ${verb}.`
          : md`${actor} ${verb} the ${noun} ${reference}.`,
        bullets(payload.optionalList('history_items').slice(0, MAX_CHANGES).map(changeOf)),
      ),
    };
  };
}

function others(prefix: string, noun: string, id: string): Record<string, NotificationBuilder> {
  return {
    [`${prefix}Created`]: other(noun, 'created', id),
    [`${prefix}Updated`]: other(noun, 'changed', id),
    [`${prefix}Deleted`]: other(noun, 'deleted', id),
  };
}

export const integration: EventIntegration = {
  name: 'clickup',
  displayName: 'ClickUp',
  category: 'project-management',
  summary: 'Sends changes of tasks, comments, lists, folders, spaces and goals.',
  setup: [
    'In ClickUp, open **Settings**, **Apps**, and under **API Token** choose **Generate**.',
    'Create the webhook: send a POST request to https://api.clickup.com/api/v2/team/TEAM/webhook, in which TEAM is the number after https://app.clickup.com/ in the address of your workspace.',
    'The request has the header Authorization with the token, and as JSON the members endpoint (the URL) and events (["*"] for all).',
    'To have signatures checked, add the secret in the response to the URL as webhook_secret, and send it as the endpoint in a PUT request to https://api.clickup.com/api/v2/webhook/ followed by the id of the webhook.',
  ],
  signature: hmac({ header: 'X-Signature', algorithm: 'sha256' }),
  event: (payload) => payload.text('event'),
  events: {
    taskCreated: task('created'),
    taskUpdated: task('changed'),
    taskDeleted: task('deleted'),
    taskPriorityUpdated: task('changed the priority of'),
    taskStatusUpdated: task('changed the status of'),
    taskAssigneeUpdated: task('changed the assignees of'),
    taskDueDateUpdated: task('changed the due date of'),
    taskTagUpdated: task('changed the tags of'),
    taskMoved: task('moved'),
    taskTimeEstimateUpdated: task('changed the time estimate of'),
    taskTimeTrackedUpdated: task('changed the tracked time of'),
    taskCommentPosted: comment('commented on'),
    taskCommentUpdated: comment('edited a comment on'),
    ...others('list', 'list', 'list_id'),
    ...others('folder', 'folder', 'folder_id'),
    ...others('space', 'space', 'space_id'),
    ...others('goal', 'goal', 'goal_id'),
    ...others('keyResult', 'key result', 'key_result_id'),
  },
};
