// A message as clients see it. The canonical form contains everything; the view of one client depends
// on whether it takes HTML, gravatars and the empty topic.
import type { TopicLink } from '#modules/markdown/markdown';
import { topicForClient } from '#modules/streams/streams';
import { type Avatar, avatarUrl, hiddenUser, type UserSummary } from '#modules/users/users';
import type { Schema } from '#platform/http/contract.js';
import type { Submessage } from './submessages.view.js';

/** A user of a direct message conversation. */
export interface DisplayRecipient {
  id: number;
  email: string;
  full_name: string;
  is_mirror_dummy: boolean;
}

export function displayRecipient(user: UserSummary): DisplayRecipient {
  return {
    id: user.id,
    email: user.email,
    full_name: user.fullName,
    is_mirror_dummy: false,
  };
}

/** The form in which a client takes messages. */
export interface MessageForm {
  applyMarkdown: boolean;
  clientGravatar: boolean;
  /** Whether the client takes the empty topic as such, not by its display name. */
  understandsEmptyTopic: boolean;
}

/** A message as the event log stores it: enough for every form. */
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
  topicLinks?: TopicLink[];
}

/** The message for users without access to its sender; `host` is that of the organization. */
export function withoutSender(message: CanonicalMessage, host: string): CanonicalMessage {
  const { fullName, email, avatar } = hiddenUser(message.senderId, host);
  return { ...message, senderFullName: fullName, senderEmail: email, avatar };
}

export function messageView(message: CanonicalMessage, form: MessageForm): Schema<'MessageBase'> {
  const isChannelMessage = message.streamId !== null;
  const view: Schema<'MessageBase'> = {
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
  };
  if (message.streamId !== null) view.stream_id = message.streamId;
  return view;
}
