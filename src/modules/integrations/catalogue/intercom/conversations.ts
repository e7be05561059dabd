// Conversations and tickets, which belong to a contact.
import {
  bold,
  details,
  htmlText,
  type Insert,
  lines,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quote,
} from '#modules/integrations/toolkit';
import {
  bodyOf,
  conversationLink,
  customerOf,
  itemOf,
  latestPart,
  personName,
  personTopic,
} from './item.js';

interface Conversation {
  item: Payload;
  conversation: Markdown;
  customer: string;
  /** The author of the latest part. */
  author: string;
}

type Describe = (of: Conversation) => Markdown;

function about(describe: Describe): NotificationBuilder {
  return (payload) => {
    const item = itemOf(payload);
    const person = customerOf(item);
    return {
      topic: personTopic(person),
      content: describe({
        item,
        conversation: conversationLink(payload, 'conversation'),
        customer: personName(person) ?? 'A contact',
        author: personName(latestPart(item)?.optionalObject('author')) ?? 'A teammate',
      }),
    };
  };
}

/** A conversation starts with its source, in older versions with a message. */
function opening(item: Payload): Markdown | undefined {
  const first = item.optionalObject('source') ?? item.optionalObject('conversation_message');
  return lines(
    details({ Subject: htmlText(first?.optionalText('subject')) }),
    quote(bodyOf(first)),
  );
}

/** The author of the latest part did this. */
function did(verb: string): NotificationBuilder {
  return about(({ item, author, customer, conversation }) =>
    lines(
      md`${author} ${verb} a ${conversation} with ${customer}.`,
      quote(bodyOf(latestPart(item))),
    ),
  );
}

function happened(what: string): NotificationBuilder {
  return about(({ conversation, customer }) => md`A ${conversation} with ${customer} ${what}.`);
}

function assigned(verb: string): NotificationBuilder {
  return about(({ item, author, customer, conversation }) => {
    const assignee =
      personName(latestPart(item)?.optionalObject('assigned_to')) ??
      personName(item.optionalObject('assignee'));
    return md`${author} ${verb} a ${conversation} with ${customer} to ${assignee ?? 'a teammate'}.`;
  });
}

const rated = about(({ item, customer, conversation }) =>
  lines(
    md`${customer} rated a ${conversation}.`,
    details({ Rating: item.optionalLabel('conversation_rating.rating') }),
    quote(item.optionalText('conversation_rating.remark')),
  ),
);

function tagged(verb: string): NotificationBuilder {
  return about(({ item, customer, conversation }) => {
    const names = [...item.optionalList('tags_added.tags'), ...item.optionalList('tags.tags')].map(
      (tag) => tag.optionalText('name') ?? '',
    );
    const tags = names.filter((name) => name !== '').join(', ');
    const preposition = verb === 'added' ? 'to' : 'from';
    const tag: Insert = tags === '' ? 'a tag' : md`the tag ${bold(tags)}`;
    return md`${capitalizedVerb(verb)} ${tag} ${preposition} a ${conversation} with ${customer}.`;
  });
}

function capitalizedVerb(verb: string): string {
  return verb === 'added' ? 'A teammate added' : 'A teammate removed';
}

export const conversationEvents: Readonly<Record<string, NotificationBuilder>> = {
  'conversation.user.created': about(({ item, customer, conversation }) =>
    lines(md`${customer} started a ${conversation}.`, opening(item)),
  ),
  'conversation.user.replied': about(({ item, customer, conversation }) =>
    lines(md`${customer} replied in a ${conversation}.`, quote(bodyOf(latestPart(item)))),
  ),
  'conversation.admin.single.created': about(({ item, customer, conversation }) =>
    lines(md`A teammate started a ${conversation} with ${customer}.`, opening(item)),
  ),
  'conversation.admin.replied': did('replied in'),
  'conversation.admin.noted': did('added a note to'),
  'conversation.admin.closed': did('closed'),
  'conversation.admin.opened': did('opened'),
  'conversation.admin.open.assigned': assigned('opened and assigned'),
  'conversation.admin.assigned': assigned('assigned'),
  'conversation.admin.snoozed': did('snoozed'),
  'conversation.admin.unsnoozed': did('ended the snooze of'),
  'conversation.operator.replied': about(({ item, customer, conversation }) =>
    lines(
      md`The bot replied in a ${conversation} with ${customer}.`,
      quote(bodyOf(latestPart(item))),
    ),
  ),
  'conversation.contact.attached': happened('has another participant'),
  'conversation.contact.detached': happened('lost a participant'),
  'conversation.deleted': happened('was deleted'),
  'conversation.priority.updated': about(
    ({ item, customer, conversation }) =>
      md`A ${conversation} with ${customer} ${
        item.optionalText('priority') === 'priority' ? 'has priority' : 'no longer has priority'
      }.`,
  ),
  'conversation.rating.added': rated,
  'conversation_part.redacted': happened('has a part that was redacted'),
  'conversation_part.tag.created': tagged('added'),
  'conversation_part.tag.deleted': tagged('removed'),
};

interface Ticket extends Pick<Conversation, 'item' | 'author'> {
  ticket: string;
}

function ticketEvent(describe: (of: Ticket) => Markdown): NotificationBuilder {
  return (payload) => {
    const outer = itemOf(payload);
    // Some topics have the ticket in a member.
    const item = outer.optionalObject('ticket') ?? outer;
    const id = item.optionalLabel('ticket_id') ?? item.label('id');
    const title =
      item.optionalText('ticket_attributes._default_title_') ??
      item.optionalText('ticket_type.name');
    const part = latestPart(outer) ?? latestPart(item);
    const name = title === undefined ? `ticket #${id}` : `ticket #${id} ${title}`;
    const author = personName(part?.optionalObject('author')) ?? 'A teammate';
    return {
      topic: title === undefined ? `ticket #${id}` : `ticket #${id}: ${title}`,
      content: lines(describe({ item, author, ticket: name }), quote(bodyOf(part))),
    };
  };
}

function ticketDid(verb: string): NotificationBuilder {
  return ticketEvent(({ author, ticket }) => md`${author} ${verb} ${ticket}.`);
}

export const ticketEvents: Readonly<Record<string, NotificationBuilder>> = {
  'ticket.created': ticketEvent(({ item, ticket }) =>
    lines(
      md`The ${ticket} was created.`,
      details({
        Type: item.optionalText('ticket_type.name'),
        State: stateOf(item),
        Contact: personName(item.optionalObject('contacts.contacts.0')),
      }),
      quote(item.optionalText('ticket_attributes._default_description_')),
    ),
  ),
  'ticket.state.updated': ticketEvent(
    ({ item, ticket }) => md`The state of ${ticket} is ${bold(stateOf(item) ?? 'another one')}.`,
  ),
  'ticket.attribute.updated': ticketEvent(
    ({ ticket }) => md`An attribute of ${ticket} was changed.`,
  ),
  'ticket.closed': ticketEvent(({ ticket }) => md`The ${ticket} was closed.`),
  'ticket.admin.assigned': ticketEvent(
    ({ item, ticket }) => md`The ${ticket} was assigned to ${assigneeOf(item, 'a teammate')}.`,
  ),
  'ticket.team.assigned': ticketEvent(
    ({ item, ticket }) => md`The ${ticket} was assigned to ${assigneeOf(item, 'a team')}.`,
  ),
  'ticket.admin.replied': ticketDid('replied to'),
  'ticket.contact.replied': ticketDid('replied to'),
  'ticket.note.created': ticketDid('added a note to'),
  'ticket.contact.attached': ticketEvent(({ ticket }) => md`The ${ticket} has another contact.`),
  'ticket.contact.detached': ticketEvent(({ ticket }) => md`The ${ticket} lost a contact.`),
  'ticket.rating.provided': ticketEvent(({ item, ticket }) =>
    lines(
      md`The ${ticket} was rated.`,
      details({ Rating: item.optionalLabel('ticket_rating.rating') }),
    ),
  ),
};

function stateOf(item: Payload): string | undefined {
  const state = item.value('ticket_state');
  return typeof state === 'string'
    ? state.replaceAll('_', ' ')
    : (item.optionalText('ticket_state.internal_label') ??
        item.optionalText('ticket_state.category'));
}

function assigneeOf(item: Payload, fallback: string): string {
  return personName(item.optionalObject('assignee')) ?? fallback;
}
