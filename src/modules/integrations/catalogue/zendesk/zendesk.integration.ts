// A webhook that a trigger calls has a message that its author writes; one that is subscribed to events has
// the ticket and what has changed, with ids for all but its texts.
import { createHmac } from 'node:crypto';
import {
  areEqual,
  capitalized,
  details,
  enumeration,
  type EventIntegration,
  formatted,
  type Insert,
  lines,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quote,
  type SignatureScheme,
  words,
} from '#modules/integrations/toolkit';

const PREFIX = 'zen:event-type:';

const signature: SignatureScheme = ({ header, body }, secret) => {
  const timestamp = header('X-Zendesk-Webhook-Signature-Timestamp') ?? '';
  const digest = createHmac('sha256', secret).update(timestamp).update(body).digest('base64');
  return areEqual(header('X-Zendesk-Webhook-Signature') ?? '', digest);
};

/** The fields of the body that a trigger sends. Placeholders can leave the message empty. */
const trigger: NotificationBuilder = (payload) => {
  const topic = `#${payload.label('ticket_id')}: ${payload.text('ticket_title')}`;
  const content = formatted(payload.text('message'));
  return content.toString().trim() === '' ? undefined : { topic, content };
};

function topicOf(payload: Payload): string {
  const id = payload.label('detail.id');
  const subject = payload.optionalText('detail.subject');
  return subject === undefined ? `#${id}` : `#${id}: ${subject}`;
}

type Describe = (payload: Payload, ticket: string) => Markdown;

function ticket(describe: Describe): NotificationBuilder {
  return (payload, { hasTopic }) => {
    const id = `#${payload.label('detail.id')}`;
    const subject = payload.optionalText('detail.subject');
    const name = hasTopic && subject !== undefined ? `${id} ${subject}` : id;
    return { topic: topicOf(payload), content: describe(payload, `ticket ${name}`) };
  };
}

function was(verb: string): NotificationBuilder {
  return ticket((_payload, name) => md`${capitalized(name)} was ${verb}.`);
}

/** A field has another value, which is not shown: an id means nothing to readers. */
function changed(field: string): NotificationBuilder {
  return ticket((_, name) => md`${capitalized(name)} has another ${field}.`);
}

/** A field has another value, which `read` makes readable. */
function changedValue(field: string, read = (value: string): string => value): NotificationBuilder {
  return ticket((payload, name) => {
    const [before, now] = ['previous', 'current']
      .map((member) => scalarOf(payload, `event.${member}`))
      .map((value) => (value === undefined ? undefined : read(value)));
    return lines(
      md`${capitalized(name)} has another ${field}.`,
      details({ Before: before, Now: now }),
    );
  });
}

function scalarOf(payload: Payload, path: string): string | undefined {
  return typeof payload.value(path) === 'object' ? undefined : payload.optionalLabel(path);
}

const created = ticket((payload, name) =>
  lines(
    md`${capitalized(name)} was created.`,
    details({
      Status: lowered(payload, 'detail.status'),
      Priority: lowered(payload, 'detail.priority'),
      Type: lowered(payload, 'detail.type'),
      Channel: lowered(payload, 'detail.via.channel'),
      Tags: payload.texts('detail.tags').join(', '),
    }),
    quote(payload.optionalText('detail.description')),
  ),
);

function lowered(payload: Payload, path: string): string | undefined {
  const value = payload.optionalText(path);
  return value === undefined ? undefined : words(value);
}

const commentAdded = ticket((payload, name) => {
  const author = payload.optionalText('event.comment.author.name') ?? 'A user';
  const isPublic = payload.value('event.comment.is_public') !== false;
  return lines(
    md`${author} added ${isPublic ? 'a comment' : 'an internal note'} to ${name}.`,
    quote(payload.optionalText('event.comment.body')),
  );
});

const attachment: NotificationBuilder = ticket(
  (payload, name) =>
    md`The file ${payload.optionalText('event.attachment.filename') ?? 'of a comment'} was attached to ${name}.`,
);

const tagsChanged = ticket((payload, name) => {
  const added = payload.texts('event.tags_added').join(', ');
  const removed = payload.texts('event.tags_removed').join(', ');
  const parts: Insert[] = [
    added === '' ? undefined : md`added ${added}`,
    removed === '' ? undefined : md`removed ${removed}`,
  ].filter((part) => part !== undefined);
  return parts.length === 0
    ? md`${capitalized(name)} has other tags.`
    : md`${capitalized(name)} has other tags: ${enumeration(parts)}.`;
});

const EVENTS: Record<string, NotificationBuilder> = {
  created,
  comment_added: commentAdded,
  comment_made_private: ticket((_, name) => md`A comment on ${name} was made private.`),
  comment_redacted: ticket((_, name) => md`A comment on ${name} was redacted.`),
  attachment_linked_to_comment: attachment,
  attachment_redacted_from_comment: ticket((_, name) => md`An attachment of ${name} was redacted.`),
  agent_assignment_changed: changed('assignee'),
  group_assignment_changed: changed('group'),
  requester_changed: changed('requester'),
  submitter_changed: changed('submitter'),
  organization_changed: changed('organization'),
  brand_changed: changed('brand'),
  form_changed: changed('form'),
  problem_link_changed: changed('problem'),
  custom_status_changed: changed('custom status'),
  status_changed: changedValue('status', words),
  priority_changed: changedValue('priority', words),
  ticket_type_changed: changedValue('type', words),
  subject_changed: changedValue('subject'),
  external_id_changed: changedValue('external ID'),
  task_due_at_changed: changedValue('due date'),
  custom_field_changed: changedValue('value of a custom field'),
  description_changed: changed('description'),
  email_ccs_changed: ticket((_, name) => md`${capitalized(name)} has other recipients of copies.`),
  followers_changed: ticket((_, name) => md`${capitalized(name)} has other followers.`),
  tags_changed: tagsChanged,
  marked_as_spam: was('marked as spam'),
  merged: was('merged into another one'),
  soft_deleted: was('deleted'),
  permanently_deleted: was('deleted permanently'),
  undeleted: was('restored'),
};

export const integration: EventIntegration = {
  name: 'zendesk',
  displayName: 'Zendesk',
  category: 'customer-support',
  summary: 'Sends messages of triggers, or all changes of tickets.',
  setup: [
    'In the Admin Center of Zendesk, open **Apps and integrations**, **Webhooks**, and choose **Create webhook**.',
    'To send all changes of tickets, choose **Zendesk events**, and the events of tickets. To decide on the messages, choose **Trigger or automation**.',
    'Paste the URL as **Endpoint URL**, with **POST** as the method and **JSON** as the format.',
    'In a trigger, add the action **Notify active webhook**, with a JSON body that has the members ticket_id ({{ticket.id}}), ticket_title ({{ticket.title}}) and message, which can contain Markdown and placeholders.',
    'To have signatures checked, add the secret that **Reveal secret** shows to the URL as webhook_secret.',
  ],
  body: 'form',
  writesMarkdown: true,
  signature,
  event: (payload) => {
    const type = payload.optionalText('type') ?? '';
    return type.startsWith(PREFIX) ? type.slice(PREFIX.length) : 'trigger';
  },
  events: {
    trigger,
    ...Object.fromEntries(Object.entries(EVENTS).map(([name, build]) => [`ticket.${name}`, build])),
  },
};
