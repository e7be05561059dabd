// A header names the event; the body is the conversation, the customer, or whatever else it is about.
import {
  details,
  type EventIntegration,
  hmac,
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

/** Members have names in several forms. */
function nameOf(person: Payload | undefined): string | undefined {
  const parts = [
    person?.optionalText('first') ?? person?.optionalText('firstName'),
    person?.optionalText('last') ?? person?.optionalText('lastName'),
  ];
  const name = parts.filter((part) => part !== undefined).join(' ');
  return name === '' ? (person?.optionalText('name') ?? person?.optionalText('email')) : name;
}

interface Conversation {
  payload: Payload;
  conversation: Markdown;
  customer: string;
}

function conversation(describe: (of: Conversation) => Markdown): NotificationBuilder {
  return (payload, { hasTopic }) => {
    const number = payload.label('number');
    const subject = payload.optionalText('subject') ?? 'without a subject';
    const label = hasTopic ? `#${number} ${subject}` : `#${number}`;
    const url = payload.optionalText('_links.web.href');
    return {
      topic: `#${number}: ${subject}`,
      content: describe({
        payload,
        conversation: md`conversation ${link(label, url)}`,
        customer: nameOf(payload.optionalObject('primaryCustomer')) ?? 'A customer',
      }),
    };
  };
}

/** The latest part that users wrote; the last items of the list may be records of the system. */
function latestThread(payload: Payload): Payload | undefined {
  const threads = payload.optionalList('_embedded.threads');
  return threads.toSorted((a, b) => createdAt(b).localeCompare(createdAt(a)))[0];
}

function createdAt(thread: Payload): string {
  return thread.optionalText('createdAt') ?? '';
}

function textOf(payload: Payload): Markdown | undefined {
  const thread = latestThread(payload);
  return quote(htmlText(thread?.optionalText('body')) ?? payload.optionalText('preview'));
}

function authorOf(payload: Payload): string {
  return nameOf(latestThread(payload)?.optionalObject('createdBy')) ?? 'A user';
}

function wrote(verb: string): NotificationBuilder {
  return conversation((of) =>
    lines(md`${authorOf(of.payload)} ${verb} ${of.conversation}.`, textOf(of.payload)),
  );
}

const created = conversation((of) =>
  lines(
    md`${of.customer} started ${of.conversation}.`,
    details({
      Status: of.payload.optionalText('status'),
      Assignee: nameOf(of.payload.optionalObject('assignee')),
      Tags: tagsOf(of.payload),
    }),
    textOf(of.payload),
  ),
);

function tagsOf(payload: Payload): string {
  const names = payload.optionalList('tags').map((tag) => tag.optionalText('tag') ?? '');
  return names.filter((name) => name !== '').join(', ');
}

const assigned = conversation((of) => {
  const assignee = nameOf(of.payload.optionalObject('assignee'));
  return assignee === undefined
    ? md`The assignment of ${of.conversation} with ${of.customer} was removed.`
    : md`The ${of.conversation} with ${of.customer} was assigned to ${assignee}.`;
});

const tagged = conversation((of) => {
  const tags = tagsOf(of.payload);
  return md`The ${of.conversation} with ${of.customer} has ${tags === '' ? 'no tags' : `the tags ${tags}`}.`;
});

const fieldsChanged = conversation((of) =>
  lines(
    md`Custom fields of ${of.conversation} with ${of.customer} were changed.`,
    details(
      Object.fromEntries(
        of.payload
          .optionalList('customFields')
          .map((field) => [
            field.optionalText('name') ?? 'Field',
            field.optionalLabel('text') ?? field.optionalLabel('value') ?? 'none',
          ]),
      ),
    ),
  ),
);

/** Only the id is known. */
function deleted(noun: string): NotificationBuilder {
  return (payload) => ({
    topic: `${noun}s`,
    content: md`The ${noun} ${payload.label('id')} was deleted.`,
  });
}

function customer(verb: string): NotificationBuilder {
  return (payload) => {
    const name = nameOf(payload) ?? payload.label('id');
    return {
      topic: 'customers',
      content: lines(
        md`The customer ${link(name, payload.optionalText('_links.web.href'))} was ${verb}.`,
        details({
          Email: payload.optionalList('_embedded.emails')[0]?.optionalText('value'),
          Organization: payload.optionalText('organization'),
          'Job title': payload.optionalText('jobTitle'),
        }),
      ),
    };
  };
}

/** A tag or an organization. */
function named(noun: string, verb: string): NotificationBuilder {
  return (payload) => {
    const name = payload.optionalText('name') ?? payload.optionalText('tag') ?? payload.label('id');
    return { topic: `${noun}s`, content: md`The ${noun} ${name} was ${verb}.` };
  };
}

const rated: NotificationBuilder = (payload) => {
  const name = nameOf(payload.optionalObject('customer')) ?? 'A customer';
  const user = nameOf(payload.optionalObject('user'));
  const number = payload.optionalLabel('conversation.number');
  return {
    topic: 'ratings',
    content: lines(
      md`${name} rated ${user === undefined ? 'a conversation' : `a reply of ${user}`}: ${words(payload.label('rating'))}.`,
      details({ Conversation: number === undefined ? undefined : `#${number}` }),
      quote(payload.optionalText('comments')),
    ),
  };
};

const surveyed: NotificationBuilder = (payload) => ({
  topic: 'surveys',
  content: lines(
    md`${nameOf(payload.optionalObject('customer')) ?? 'A customer'} answered a survey.`,
    details({
      Message: payload.optionalText('messageName'),
      Answer: payload.optionalLabel('answer'),
    }),
    quote(payload.optionalText('text')),
  ),
});

function chat(
  describe: (of: { customer: string; agent: string }) => Markdown,
): NotificationBuilder {
  return (payload) => {
    const name = nameOf(payload.optionalObject('customer')) ?? 'A visitor';
    const agent = nameOf(payload.optionalObject('assignee')) ?? 'An agent';
    const last = payload.optionalList('timeline').at(-1) ?? payload.optionalList('events').at(-1);
    return {
      topic: 'chats',
      content: lines(
        describe({ customer: name, agent }),
        quote(htmlText(last?.optionalText('body')) ?? payload.optionalText('preview')),
      ),
    };
  };
}

export const integration: EventIntegration = {
  name: 'helpscout',
  displayName: 'Help Scout',
  category: 'customer-support',
  summary: 'Sends conversations, customers, ratings and chats.',
  setup: [
    'In Help Scout, open **Manage**, **Apps**, and install the app **Webhooks**.',
    'Enter a **Secret Key**, paste the URL as **Callback Url**, and choose the events.',
    'Save. To have signatures checked, add the secret key to the URL as webhook_secret.',
  ],
  signature: hmac({ header: 'X-HelpScout-Signature', algorithm: 'sha1', encoding: 'base64' }),
  event: (_payload, request) => request.requireHeader('X-HelpScout-Event'),
  events: {
    'convo.created': created,
    'convo.ai-answers.created': created,
    'convo.assigned': assigned,
    'convo.customer.reply.created': wrote('replied in'),
    'convo.agent.reply.created': wrote('replied in'),
    'convo.note.created': wrote('added a note to'),
    'convo.status': conversation(
      (of) =>
        md`The status of ${of.conversation} with ${of.customer} is ${of.payload.optionalText('status')}.`,
    ),
    'convo.tags': tagged,
    'convo.custom-fields': fieldsChanged,
    'convo.merged': conversation((of) => md`The ${of.conversation} was merged with another one.`),
    'convo.moved': conversation((of) => md`The ${of.conversation} was moved to another inbox.`),
    'convo.deleted': deleted('conversation'),
    'customer.created': customer('created'),
    'customer.updated': customer('changed'),
    'customer.deleted': deleted('customer'),
    'organization.created': named('organization', 'created'),
    'organization.updated': named('organization', 'changed'),
    'organization.deleted': deleted('organization'),
    'satisfaction.ratings': rated,
    'message.survey.response.received': surveyed,
    'beacon.chat.created': chat((of) => md`${of.customer} started a chat.`),
    'beacon.chat.customer.replied': chat((of) => md`${of.customer} wrote in a chat.`),
    'beacon.chat.agent.replied': chat((of) => md`${of.agent} replied to ${of.customer} in a chat.`),
    'beacon.chat.assigned': chat(
      (of) => md`The chat with ${of.customer} was assigned to ${of.agent}.`,
    ),
    'beacon.chat.ended': chat((of) => md`The chat with ${of.customer} ended.`),
    'tag.created': named('tag', 'created'),
    'tag.updated': named('tag', 'changed'),
    'tag.deleted': deleted('tag'),
  },
};
