// The item of a webhook, and the person to which it belongs. Versions of the API have different members.
import {
  capitalized,
  htmlText,
  link,
  type Markdown,
  type Payload,
  urlPart,
  words,
} from '#modules/integrations/toolkit';

export function itemOf(payload: Payload): Payload {
  return payload.object('data.item');
}

/** A user, a lead or a contact. */
export function personName(person: Payload | undefined): string | undefined {
  return (
    person?.optionalText('name') ??
    person?.optionalText('pseudonym') ??
    person?.optionalText('email') ??
    person?.optionalText('anonymous_id') ??
    person?.optionalLabel('id')
  );
}

export function personTopic(person: Payload | undefined): string {
  const type = person?.optionalText('role') ?? person?.optionalText('type') ?? 'contact';
  return `${capitalized(words(type))}: ${personName(person) ?? 'unknown'}`;
}

/** The person who has the conversation with the team, rather than the member of the team who started it. */
export function customerOf(conversation: Payload): Payload | undefined {
  const author = conversation.optionalObject('source.author');
  const isTeam = ['admin', 'bot', 'team'].includes(author?.optionalText('type') ?? '');
  return (
    conversation.optionalObject('user') ??
    (isTeam ? undefined : author) ??
    conversation.optionalObject('contacts.contacts.0') ??
    author
  );
}

/** The latest part of a conversation or a ticket. */
export function latestPart(item: Payload): Payload | undefined {
  return (
    item.optionalList('conversation_parts.conversation_parts').at(-1) ??
    item.optionalList('ticket_parts.ticket_parts').at(-1) ??
    item.optionalObject('ticket_part')
  );
}

export function bodyOf(part: Payload | undefined): string | undefined {
  return htmlText(part?.optionalText('body'));
}

export function conversationLink(payload: Payload, label: string): Markdown {
  const item = itemOf(payload);
  const app = payload.optionalText('app_id');
  const id = item.optionalLabel('id') ?? item.optionalLabel('conversation_id');
  const page =
    app === undefined || id === undefined
      ? undefined
      : `https://app.intercom.com/a/inbox/${urlPart(app)}/inbox/conversation/${urlPart(id)}`;
  return link(label, item.optionalText('links.conversation_web') ?? page);
}
