// The event that has triggered the rule is a text such as `{status:{from:4,to:6}}`, in which states are
// numbers.
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

const STATUSES: Record<string, string> = {
  2: 'open',
  3: 'pending',
  4: 'resolved',
  5: 'closed',
  6: 'waiting on customer',
  7: 'waiting on third party',
};

const PRIORITIES: Record<string, string> = { 1: 'low', 2: 'medium', 3: 'high', 4: 'urgent' };

interface Trigger {
  property: string;
  /** Undefined for events without a former value. */
  before: string | undefined;
  after: string | undefined;
}

const CHANGE =
  /^\{?\s*"?(\w{1,50})"?\s*:\s*\{\s*"?from"?\s*:\s*([^,{}]{0,100}),\s*"?to"?\s*:\s*([^,{}]{0,100})\}/;
const ACT = /^\{?\s*"?(\w{1,50})"?\s*:\s*"?([^"{},]{0,100})/;

/** The first change, where several have triggered the rule. */
function triggerOf(payload: Payload): Trigger {
  const text = ticketOf(payload).optionalText('triggered_event') ?? '';
  const [, property, before, after] = CHANGE.exec(text) ?? [];
  if (property !== undefined) return { property, before: before?.trim(), after: after?.trim() };
  const [, name = '', value] = ACT.exec(text) ?? [];
  return { property: name, before: undefined, after: value?.trim() };
}

function ticketOf(payload: Payload): Payload {
  return payload.object('freshdesk_webhook');
}

function topicOf(payload: Payload): string {
  const ticket = ticketOf(payload);
  return `#${ticket.label('ticket_id')}: ${ticket.text('ticket_subject')}`;
}

function reference(payload: Payload, hasTopic: boolean, noun = 'ticket'): Markdown {
  const ticket = ticketOf(payload);
  const title = hasTopic ? ` ${ticket.text('ticket_subject')}` : '';
  const url = ticket.optionalText('ticket_url') ?? ticket.optionalText('ticket_public_url');
  return link(`${noun} #${ticket.label('ticket_id')}${title}`, url);
}

function requesterOf(payload: Payload): string {
  const ticket = ticketOf(payload);
  const name = ticket.optionalText('requester_name');
  const email = ticket.optionalText('requester_email');
  if (name === undefined) return email ?? 'A requester';
  return email === undefined ? name : `${name} (${email})`;
}

/** States in the payload are names, or numbers as in the trigger. */
function stateOf(value: string | undefined, names: Record<string, string>): string {
  if (value === undefined || value === '') return 'none';
  return Object.hasOwn(names, value) ? names[value]! : value;
}

function facts(payload: Payload): Markdown {
  const ticket = ticketOf(payload);
  return details({
    Type: ticket.optionalText('ticket_type'),
    Status: ticket.optionalLabel('ticket_status'),
    Priority: ticket.optionalLabel('ticket_priority'),
    Agent: ticket.optionalText('ticket_agent_name'),
  });
}

const created: NotificationBuilder = (payload, { hasTopic }) => ({
  topic: topicOf(payload),
  content: lines(
    md`${requesterOf(payload)} created ${reference(payload, hasTopic)}.`,
    facts(payload),
    quote(htmlText(ticketOf(payload).optionalText('ticket_description'))),
  ),
});

function changed(field: string, names: Record<string, string>): NotificationBuilder {
  return (payload, { hasTopic }) => {
    const { before, after } = triggerOf(payload);
    return {
      topic: topicOf(payload),
      content: md`The ${field} of ${reference(payload, hasTopic)} was changed from ${stateOf(before, names)} to ${stateOf(after, names)}.`,
    };
  };
}

/** A note or a reply, of which rules know only the latest one. */
function conversation(noun: string, text: string): NotificationBuilder {
  return (payload, { hasTopic }) => {
    const ticket = ticketOf(payload);
    const agent = ticket.optionalText('ticket_agent_name') ?? 'An agent';
    return {
      topic: topicOf(payload),
      content: lines(
        md`${agent} added a ${noun} to ${reference(payload, hasTopic)}.`,
        quote(htmlText(ticket.optionalText(text))),
      ),
    };
  };
}

const updated: NotificationBuilder = (payload, { hasTopic }) => {
  const { property } = triggerOf(payload);
  const what = property === '' ? undefined : `: ${words(property)}`;
  return {
    topic: topicOf(payload),
    content: lines(
      md`${reference(payload, hasTopic, 'Ticket')} by ${requesterOf(payload)} was changed${what}.`,
      facts(payload),
    ),
  };
};

function eventOf(payload: Payload): string {
  const { property, after } = triggerOf(payload);
  if (property === 'ticket_action' && after === 'created') return 'ticket_created';
  if (property === 'status') return 'status_changed';
  if (property === 'priority') return 'priority_changed';
  if (property === 'note_type') return 'note_added';
  if (property === 'reply_sent' || property === 'response_sent') return 'reply_sent';
  return 'ticket_updated';
}

export const integration: EventIntegration = {
  name: 'freshdesk',
  displayName: 'Freshdesk',
  category: 'customer-support',
  summary: 'Sends tickets, their changes, and notes on them.',
  setup: [
    'In Freshdesk, open **Admin**, **Workflows**, **Automations**, and create one rule for created tickets, and one for updates.',
    'In the rule, choose the events, and as the action **Trigger webhook** with the request type **POST**.',
    'Paste the URL as **URL**, and choose **JSON** and **Simple** as the encoding and the content.',
    'Choose the ID, the subject, the type, the status, the priority, the URL and the description of the ticket, its triggered event, its agent, and the name and email of the requester, and save the rule.',
  ],
  event: eventOf,
  events: {
    ticket_created: created,
    ticket_updated: updated,
    status_changed: changed('status', STATUSES),
    priority_changed: changed('priority', PRIORITIES),
    note_added: conversation('note', 'ticket_latest_private_comment'),
    reply_sent: conversation('reply', 'ticket_latest_public_comment'),
  },
};
