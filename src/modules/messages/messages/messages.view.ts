// A message as clients see it. The canonical form holds everything; what one client sees of it
// depends on Markdown or HTML, on gravatars, and on how it knows the empty topic.
import type { TopicLink } from '#modules/markdown/markdown';
import { topicForClient } from '#modules/streams/streams';
import { type Avatar, avatarUrl, hiddenUser, type UserSummary } from '#modules/users/users';
import type { Schema } from '#platform/http/contract.js';
import type { Submessage } from './submessages.view.js';

/** The part of a person that direct messages show. */
export interface DisplayRecipient {
  id: number;
  email: string;
  full_name: string;
  is_mirror_dummy: boolean;
}

export function displayRecipient(person: UserSummary): DisplayRecipient {
  return {
    id: person.id,
    email: person.email,
    full_name: person.fullName,
    is_mirror_dummy: false,
  };
}

/** A message as one row of a query, without what others can look up. */
export interface MessageRow {
  id: number;
  sender_id: number;
  recipient_id: number;
  topic: string;
  content: string;
  rendered_content: string;
  /** UNIX seconds. */
  timestamp: number;
  client_name: string;
  is_me_message: boolean;
  /** Oldest first; null when there are none. */
  reactions: Schema<'Reaction'>[] | null;
  /** Oldest first; null when there are none. */
  submessages: Submessage[] | null;
}

/** Where messages are: in a channel, or with the people of a conversation. */
export interface MessagePlace {
  recipient_id: number;
  stream_id: number | null;
  stream_name: string | null;
  /** Ascending; null for a channel. */
  user_ids: number[] | null;
}

/** What a text is and holds, as the renderer found it. */
export interface MessageContents {
  hasAttachment: boolean;
  hasImage: boolean;
  hasLink: boolean;
  isMeMessage: boolean;
}

/** How one client wants messages. */
export interface MessageForm {
  applyMarkdown: boolean;
  clientGravatar: boolean;
  /** Whether the client takes an empty topic as it is, not under its display name. */
  understandsEmptyTopic: boolean;
}

/** What the event log keeps of a message: enough for every form. */
export interface CanonicalMessage {
  id: number;
  senderId: number;
  content: string;
  renderedContent: string;
  recipientId: number;
  timestamp: number;
  client: string;
  topic: string;
  isMeMessage: boolean;
  senderFullName: string;
  senderEmail: string;
  avatar: Avatar;
  realmStringId: string;
  displayRecipient: string | DisplayRecipient[];
  streamId: number | null;
  /** Oldest first. Absent from a new message. */
  reactions?: Schema<'Reaction'>[];
  /** Oldest first. Absent when there are none. */
  submessages?: Submessage[];
  /** Of messages that were told before topics had links there are none. */
  topicLinks?: TopicLink[];
}

/** What the rows of some messages only name, by id. */
export interface Surroundings {
  places: ReadonlyMap<number, MessagePlace>;
  people: ReadonlyMap<number, UserSummary>;
  realmStringId: string;
}

export function canonicalMessage(
  row: MessageRow,
  { places, people, realmStringId }: Surroundings,
): CanonicalMessage {
  const place = places.get(row.recipient_id)!;
  const sender = people.get(row.sender_id)!;
  const message: CanonicalMessage = {
    id: row.id,
    senderId: row.sender_id,
    content: row.content,
    renderedContent: row.rendered_content,
    recipientId: row.recipient_id,
    timestamp: row.timestamp,
    client: row.client_name,
    topic: row.topic,
    isMeMessage: row.is_me_message,
    senderFullName: sender.fullName,
    senderEmail: sender.email,
    avatar: {
      userId: row.sender_id,
      source: sender.avatarSource,
      version: sender.avatarVersion,
      email: sender.deliveryEmail,
      isEmailHidden: sender.email !== sender.deliveryEmail,
    },
    realmStringId,
    displayRecipient: place.stream_name ?? displayRecipients(place.user_ids ?? [], people),
    streamId: place.stream_id,
  };
  if (row.reactions) message.reactions = row.reactions;
  if (row.submessages) message.submessages = row.submessages;
  return message;
}

/** For who may not know of the sender; the host is that of the organization. */
export function withoutSender(message: CanonicalMessage, host: string): CanonicalMessage {
  const { fullName, email, avatar } = hiddenUser(message.senderId, host);
  return { ...message, senderFullName: fullName, senderEmail: email, avatar };
}

export function messageView(message: CanonicalMessage, form: MessageForm): Schema<'MessageBase'> {
  const isChannelMessage = message.streamId !== null;
  return {
    id: message.id,
    sender_id: message.senderId,
    content: form.applyMarkdown ? message.renderedContent : message.content,
    recipient_id: message.recipientId,
    timestamp: message.timestamp,
    client: message.client,
    subject: isChannelMessage
      ? topicForClient(message.topic, form.understandsEmptyTopic)
      : message.topic,
    topic_links: message.topicLinks ?? [],
    is_me_message: message.isMeMessage,
    reactions: message.reactions ?? [],
    submessages: message.submessages ?? [],
    sender_full_name: message.senderFullName,
    sender_email: message.senderEmail,
    sender_realm_str: message.realmStringId,
    display_recipient: message.displayRecipient,
    type: isChannelMessage ? 'stream' : 'private',
    avatar_url: avatarUrl(message.avatar, form),
    content_type: form.applyMarkdown ? 'text/html' : 'text/x-markdown',
    ...(message.streamId === null ? {} : { stream_id: message.streamId }),
  };
}

function displayRecipients(
  userIds: number[],
  people: ReadonlyMap<number, UserSummary>,
): DisplayRecipient[] {
  return userIds.flatMap((id) => {
    const person = people.get(id);
    return person ? displayRecipient(person) : [];
  });
}
