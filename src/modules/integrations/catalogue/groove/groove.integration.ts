// A header names the event; the body is a ticket, a message, a customer or an agent, with addresses of the
// API for what belongs to it.
import {
  details,
  type EventIntegration,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quote,
  htmlText,
} from '#modules/integrations/toolkit';

const TOPIC = 'notifications';

/** The last part of an address of the API, such as the number of a ticket or the email of a customer. */
function lastPart(href: string | undefined): string | undefined {
  const [, part] = /\/([^/]{1,200})$/.exec(href ?? '') ?? [];
  return part;
}

function ticketLink(payload: Payload): Markdown {
  const number = payload.optionalLabel('number') ?? payload.label('ticket_number');
  const title = payload.optionalText('title') ?? payload.optionalText('summary');
  const label = title === undefined ? `#${number}` : `#${number}: ${title}`;
  return link(label, payload.optionalText('app_url') ?? payload.optionalText('app_ticket_url'));
}

function ticket(what: string, facts = false): NotificationBuilder {
  return (payload) => ({
    topic: TOPIC,
    content: lines(
      md`Ticket ${ticketLink(payload)} ${what}.`,
      facts &&
        details({
          Customer: lastPart(payload.optionalText('links.customer.href')),
          Assignee: payload.optionalText('assignee'),
          Group: payload.optionalText('assigned_group'),
          Priority: payload.optionalLabel('priority'),
        }),
      quote(
        payload.optionalText('last_message_plain_text') ??
          htmlText(payload.optionalText('last_message')),
      ),
    ),
  });
}

const assigned: NotificationBuilder = (payload) => {
  const assignee = payload.optionalText('assignee');
  const group = payload.optionalText('assigned_group');
  const place = group === undefined ? undefined : md` in the group ${group}`;
  return {
    topic: TOPIC,
    content:
      assignee === undefined && group === undefined
        ? md`Ticket ${ticketLink(payload)} has no assignee.`
        : md`Ticket ${ticketLink(payload)} was assigned to ${assignee ?? 'agents'}${place}.`,
  };
};

/** The body is a message, which has the address of its ticket only. */
function message(who: string, verb: string): NotificationBuilder {
  return (payload) => {
    const author = lastPart(payload.optionalText('links.author.href'));
    const number = lastPart(payload.optionalText('links.ticket.href'));
    const url = payload.optionalText('app_url') ?? payload.optionalText('app_ticket_url');
    return {
      topic: TOPIC,
      content: lines(
        md`${author ?? who} ${verb} ${link(number === undefined ? 'a ticket' : `ticket #${number}`, url)}.`,
        quote(payload.optionalText('plain_text_body') ?? htmlText(payload.optionalText('body'))),
      ),
    };
  };
}

function person(noun: string, verb: string): NotificationBuilder {
  return (payload) => {
    const parts = [payload.optionalText('first_name'), payload.optionalText('last_name')];
    const name = parts.filter((part) => part !== undefined).join(' ');
    const email = payload.optionalText('email');
    return {
      topic: TOPIC,
      content: lines(
        md`The ${noun} ${name === '' ? (email ?? 'without a name') : name} was ${verb}.`,
        details({ Email: email, Company: payload.optionalText('company_name') }),
      ),
    };
  };
}

export const integration: EventIntegration = {
  name: 'groove',
  displayName: 'Groove',
  category: 'customer-support',
  summary: 'Sends tickets, replies and notes.',
  setup: [
    'In Groove, open **Settings**, **API**, and in it the webhooks.',
    'For each event, paste the URL, and add the webhook.',
  ],
  event: (_payload, request) => request.requireHeader('X-Groove-Event'),
  events: {
    ticket_started: ticket('was started', true),
    ticket_opened: ticket('was opened'),
    ticket_closed: ticket('was closed'),
    ticket_assigned: assigned,
    ticket_priority_changed: ticket('has another priority', true),
    ticket_deleted: ticket('was deleted'),
    ticket_tagged: ticket('was tagged'),
    ticket_moved: ticket('was moved to another mailbox'),
    customer_replied: message('A customer', 'replied to'),
    agent_replied: message('An agent', 'replied to'),
    note_added: message('An agent', 'added a note to'),
    customer_added: person('customer', 'added'),
    agent_invited: person('agent', 'invited'),
    agent_archived: person('agent', 'archived'),
  },
};
