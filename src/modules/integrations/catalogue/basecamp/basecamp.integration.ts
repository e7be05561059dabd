// The kind of a webhook has the type of the recording, and what happened to it: `todo_completed`.
import {
  details,
  type EventIntegration,
  htmlText,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quote,
  words,
} from '#modules/integrations/toolkit';

const NOUNS: Record<string, string> = {
  comment: 'comment',
  client_approval_response: 'response to an approval',
  client_forward: 'forwarded email',
  client_reply: 'reply of a client',
  cloud_file: 'file',
  document: 'document',
  google_document: 'Google document',
  inbox_forward: 'forwarded email',
  kanban_card: 'card',
  kanban_step: 'step',
  message: 'message',
  question: 'question',
  question_answer: 'answer',
  schedule_entry: 'event',
  timesheet_entry: 'timesheet entry',
  todo: 'to-do',
  todolist: 'to-do list',
  upload: 'upload',
  vault: 'folder',
};

/** The longest ones first, as some begin with another one. */
const TYPES = Object.keys(NOUNS).toSorted((a, b) => b.length - a.length);

type Describe = (of: { actor: string; noun: string; title: Markdown }) => Markdown;

/** The actor did this to the recording. */
function did(verb: string): Describe {
  return ({ actor, noun, title }) => md`${actor} ${verb} the ${noun} ${title}.`;
}

/** The actor changed a part of the recording. */
function changed(part: string): Describe {
  return ({ actor, noun, title }) => md`${actor} changed the ${part} of the ${noun} ${title}.`;
}

const ACTIONS: Record<string, Describe> = {
  created: did('created'),
  active: did('published'),
  title_updated: changed('title'),
  name_changed: changed('name'),
  content_updated: changed('content'),
  content_changed: changed('content'),
  description_changed: changed('description'),
  assignment_changed: changed('assignment'),
  due_on_changed: changed('due date'),
  starts_on_changed: changed('start date'),
  schedule_changed: changed('schedule'),
  subscribers_changed: changed('subscribers'),
  copied: did('copied'),
  inserted: did('inserted'),
  archived: did('archived'),
  unarchived: did('restored'),
  trashed: ({ actor, noun, title }) => md`${actor} moved the ${noun} ${title} to the trash.`,
  untrashed: ({ actor, noun, title }) => md`${actor} restored the ${noun} ${title} from the trash.`,
  deleted: did('deleted'),
  publicized: ({ actor, noun, title }) => md`${actor} shared the ${noun} ${title} publicly.`,
  completed: did('completed'),
  uncompleted: did('reopened'),
  paused: did('paused'),
  resumed: did('resumed'),
};

/** Undefined for a type that is not declared, such as one of a newer version. */
function typeOf(kind: string): string | undefined {
  return TYPES.find((type) => kind.startsWith(`${type}_`));
}

const notification: NotificationBuilder = (payload) => {
  const kind = payload.text('kind');
  const type = typeOf(kind) ?? kind;
  const action = kind.slice(type.length + 1);
  const recording = payload.object('recording');
  const actor = payload.optionalText('creator.name') ?? 'A user';
  const title = link(recording.text('title'), recording.optionalText('app_url'));
  const noun = NOUNS[type]!;
  return {
    topic: recording.text('bucket.name'),
    content:
      type === 'comment' && action === 'created'
        ? lines(md`${actor} ${commented(recording)}.`, contentOf(recording))
        : lines(
            Object.hasOwn(ACTIONS, action)
              ? ACTIONS[action]!({ actor, noun, title })
              : md`${actor} changed the ${noun} ${title}: ${words(action)}.`,
            action === 'created' && parentOf(recording),
            ['created', 'active', 'content_updated'].includes(action) && contentOf(recording),
            action === 'copied' && copyOf(payload),
          ),
  };
};

function commented(recording: Payload): Markdown {
  const verb = link('commented', recording.optionalText('app_url'));
  const parent = recording.optionalObject('parent');
  return parent
    ? md`${verb} on ${link(parent.text('title'), parent.optionalText('app_url'))}`
    : verb;
}

function parentOf(recording: Payload): Markdown | undefined {
  const parent = recording.optionalObject('parent');
  return (
    parent && details({ In: link(parent.optionalText('title'), parent.optionalText('app_url')) })
  );
}

/** Left out where it only repeats the title. */
function contentOf(recording: Payload): Markdown | undefined {
  const content = htmlText(recording.optionalText('content'));
  return content === recording.optionalText('title') ? undefined : quote(content);
}

function copyOf(payload: Payload): Markdown | undefined {
  const url = payload.optionalText('copy.app_url');
  return url === undefined ? undefined : details({ Copy: link('open', url) });
}

export const integration: EventIntegration = {
  name: 'basecamp',
  displayName: 'Basecamp',
  category: 'project-management',
  summary:
    'Sends what happens to the messages, to-dos, documents, comments and events of a project.',
  setup: [
    'Open the project in Basecamp, and in its menu choose **Set up webhooks**.',
    'Choose **Add a new webhook**, paste the URL as **Payload URL**, and choose the types.',
    'Choose **Add this webhook**.',
  ],
  event: (payload) => typeOf(payload.text('kind')) ?? payload.text('kind'),
  events: Object.fromEntries(TYPES.map((type) => [type, notification])),
};
