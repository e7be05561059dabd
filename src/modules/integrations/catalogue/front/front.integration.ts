// Webhooks of rules contain an event, or only its preview without the subject and the text. Those of
// applications contain it in a member, and verify the URL with a challenge.
import { createHmac } from 'node:crypto';
import {
  areEqual,
  bold,
  details,
  type EventIntegration,
  htmlText,
  type Insert,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quote,
  quoteMarkdown,
  type SignatureScheme,
  urlPart,
} from '#modules/integrations/toolkit';

/** Rules sign the body with SHA-1; applications sign the time and the body with SHA-256. */
const signature: SignatureScheme = ({ header, body }, secret) => {
  const received = header('X-Front-Signature') ?? '';
  const timestamp = header('X-Front-Request-Timestamp');
  const expected =
    timestamp === undefined
      ? createHmac('sha1', secret).update(body)
      : createHmac('sha256', secret).update(`${timestamp}:`).update(body);
  return areEqual(received, expected.digest('base64'));
};

/** The event itself. Applications send it as the payload, with names of their own for most types. */
function eventOf(payload: Payload): Payload {
  return payload.has('payload.conversation') ? payload.object('payload') : payload;
}

const APPLICATION_TYPES: Record<string, string> = {
  assignee_changed: 'assign',
  conversation_archived: 'archive',
  conversation_deleted: 'trash',
  conversation_moved: 'move',
  conversation_reopened: 'reopen',
  conversation_restored: 'restore',
  conversation_snooze_expired: 'reminder',
  inbound_received: 'inbound',
  message_bounce: 'message_bounce_error',
  message_delivery_failed: 'sending_error',
  new_comment_added: 'comment',
  outbound_sent: 'outbound',
  tag_added: 'tag',
  tag_removed: 'untag',
};

function typeOf(payload: Payload): string {
  const type = eventOf(payload).text('type');
  return Object.hasOwn(APPLICATION_TYPES, type) ? APPLICATION_TYPES[type]! : type;
}

/** Members without a name have an email address or a user name. */
function nameOf(person: Payload | undefined): string | undefined {
  const parts = [person?.optionalText('first_name'), person?.optionalText('last_name')];
  const full = parts.filter((part) => part !== undefined).join(' ');
  return (
    (full || undefined) ??
    person?.optionalText('name') ??
    person?.optionalText('email') ??
    person?.optionalText('username')
  );
}

interface FrontEvent {
  event: Payload;
  conversation: Markdown;
  /** Who did it: a teammate or a rule. */
  actor: string;
  target: Payload | undefined;
}

function about(describe: (of: FrontEvent) => Markdown): NotificationBuilder {
  return (payload) => {
    const event = eventOf(payload);
    const id = event.text('conversation.id');
    const subject = event.optionalText('conversation.subject');
    const label = subject === undefined ? 'the conversation' : subject;
    const reference = link(label, `https://app.frontapp.com/open/${urlPart(id)}`);
    const target = event.value('target.data');
    return {
      topic: id,
      content: describe({
        event,
        conversation: reference,
        actor: actorOf(event),
        target:
          typeof target === 'object' && target !== null && !Array.isArray(target)
            ? event.object('target.data')
            : event.optionalList('target.data')[0],
      }),
    };
  };
}

/** The source of messages is a list of inboxes. */
function actorOf(event: Payload): string {
  const isList = Array.isArray(event.value('source.data'));
  const source = isList ? undefined : event.optionalObject('source.data');
  const isRule = event.optionalText('source._meta.type') === 'rule';
  const name = nameOf(source);
  if (!isRule) return name ?? 'A teammate';
  return name === undefined ? 'A rule' : `The rule ${name}`;
}

/** The inboxes, with a preposition. */
function inboxesOf(event: Payload, member: 'source' | 'target'): Markdown | undefined {
  if (!Array.isArray(event.value([member, 'data']))) return undefined;
  const names = event
    .optionalList([member, 'data'])
    .map((inbox) => inbox.optionalText('name') ?? '');
  const known = names.filter((name) => name !== '');
  return known.length === 0 ? undefined : md` ${bold(known.join(', '))}`;
}

function textOf(message: Payload | undefined): Markdown | undefined {
  return quote(message?.optionalText('text') ?? htmlText(message?.optionalText('body')));
}

/** The sender of a message, who is one of its recipients. */
function senderOf(message: Payload | undefined): string | undefined {
  const sender = message
    ?.optionalList('recipients')
    .find((recipient) => recipient.optionalText('role') === 'from');
  return sender?.optionalText('name') ?? sender?.optionalText('handle');
}

const inbound = about(({ event, conversation, target }) => {
  const inboxes = inboxesOf(event, 'source');
  return lines(
    md`${senderOf(target) ?? 'A contact'} sent a message in ${conversation}${inboxes && md` to${inboxes}`}.`,
    textOf(target),
  );
});

function sent(verb: string): NotificationBuilder {
  return about(({ event, conversation, target }) => {
    const author = nameOf(target?.optionalObject('author')) ?? 'A teammate';
    const inboxes = inboxesOf(event, 'source');
    return lines(
      md`${author} ${verb} in ${conversation}${inboxes && md` from${inboxes}`}.`,
      textOf(target),
    );
  });
}

/** The actor did this to the conversation. */
function did(verb: string, preposition = ''): NotificationBuilder {
  return about(({ actor, conversation, target }) => {
    const name: Insert = preposition === '' ? undefined : nameOf(target);
    const rest = name === undefined ? undefined : md` ${preposition} ${bold(name)}`;
    return md`${actor} ${verb} ${conversation}${rest}.`;
  });
}

function tagged(verb: string, preposition: string): NotificationBuilder {
  return about(
    ({ actor, conversation, target }) =>
      md`${actor} ${verb} the tag ${bold(nameOf(target) ?? 'without a name')} ${preposition} ${conversation}.`,
  );
}

function linked(verb: string, preposition: string): NotificationBuilder {
  return about(({ actor, conversation, target }) => {
    const name = target?.optionalText('name') ?? target?.optionalText('external_url') ?? 'a link';
    return md`${actor} ${verb} ${link(name, target?.optionalText('external_url'))} ${preposition} ${conversation}.`;
  });
}

function commented(verb: string): NotificationBuilder {
  return about(({ actor, conversation, target }) =>
    lines(md`${actor} ${verb} ${conversation}.`, quoteMarkdown(target?.optionalText('body'))),
  );
}

function failed(what: string): NotificationBuilder {
  return about(({ conversation, target }) =>
    lines(
      md`A message in ${conversation} ${what}.`,
      details({ Error: target?.optionalText('error_type') }),
      textOf(target),
    ),
  );
}

const moved = about(({ event, actor, conversation }) => {
  const inboxes = inboxesOf(event, 'target');
  return md`${actor} moved ${conversation}${inboxes && md` to${inboxes}`}.`;
});

export const integration: EventIntegration = {
  name: 'front',
  displayName: 'Front',
  category: 'customer-support',
  summary: 'Sends messages, comments, and what happens to conversations.',
  setup: [
    'In Front, open **Company settings**, **App store**, **Webhooks**, turn **Send Full Event Data** on, and **Save**.',
    'Create a shared rule, choose when it applies, and as the action **Send to a Webhook**.',
    'Paste the URL as **Target Webhook**, and save the rule.',
    'To have signatures checked, add the **API Secret** of the company to the URL as webhook_secret.',
  ],
  signature,
  handshake: ({ header }) => {
    const challenge = header('X-Front-Challenge');
    return challenge === undefined ? undefined : { fields: { challenge } };
  },
  event: typeOf,
  events: {
    inbound,
    outbound: sent('sent a message'),
    out_reply: sent('replied'),
    forward: did('forwarded a message of'),
    assign: did('assigned', 'to'),
    unassign: did('removed the assignment of'),
    archive: did('archived'),
    reopen: did('reopened'),
    trash: did('deleted'),
    restore: did('restored'),
    move: moved,
    tag: tagged('added', 'to'),
    untag: tagged('removed', 'from'),
    link_added: linked('added', 'to'),
    link_removed: linked('removed', 'from'),
    comment: commented('commented on'),
    mention: commented('mentioned a teammate in a comment on'),
    reminder: about(({ conversation }) => md`A reminder reopened ${conversation}.`),
    sending_error: failed('was not sent'),
    message_bounce_error: failed('was not delivered'),
    conversations_merged: did('merged other conversations with'),
  },
};
