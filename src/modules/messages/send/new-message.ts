// A composed message as a row and as the payload of its event, and the result of its insertion.
import {
  type CanonicalMessage,
  displayRecipient,
  type MessageSent,
  type Submessage,
} from '#modules/messages/messages';
import type { Participation } from '#modules/streams/user-topics';
import { toSeconds } from '#platform/clock.js';
import { sha256 } from '#platform/crypto.js';
import { Audience } from '#platform/event-log/audience.js';
import { channelTopic, type ComposedMessage, type Recipient } from './message-composer.service.js';
import type { InsertedMessage, NewMessage } from './new-messages.repository.js';

export function newMessage(message: ComposedMessage, recipientId: number): NewMessage {
  const { sender, recipient, content, rendered } = message;
  const topic = channelTopic(recipient)?.topic ?? '';
  return {
    realmId: sender.realmId,
    senderId: sender.userId,
    recipientId,
    receivers:
      'users' in recipient
        ? { userIds: recipient.users.map(({ id }) => id) }
        : { streamId: recipient.stream.id },
    topic,
    content,
    renderedContent: rendered.html,
    dateSent: message.dateSent,
    clientName: sender.clientName,
    hasAttachment: rendered.hasAttachment,
    hasImage: rendered.hasImage,
    hasLink: rendered.hasLink,
    isMeMessage: rendered.isMeMessage,
    hasSubmessages: message.widget !== undefined,
    commonFlags: message.commonFlags,
    personalFlags: message.personalFlags,
    keyHash: hashOf(message, recipientId, topic),
  };
}

/** A key counts only for the same text to the same recipient. */
function hashOf(
  { idempotencyKey: key, content }: ComposedMessage,
  recipientId: number,
  topic: string,
): Buffer | undefined {
  return key && sha256(JSON.stringify([key.queueId, key.localId, recipientId, topic, content]));
}

export function messagePayload(
  message: ComposedMessage,
  row: NewMessage,
  inserted: InsertedMessage,
  { submessages, hiddenFrom }: { submessages: Submessage[]; hiddenFrom: MessageSent['hiddenFrom'] },
): MessageSent {
  const { idempotencyKey, triggeredBots } = message;
  const { embeddedBotIds, webhookBotIds } = triggeredBots;
  const canonical: CanonicalMessage = {
    id: inserted.id,
    senderId: row.senderId,
    content: row.content,
    renderedContent: row.renderedContent,
    recipientId: row.recipientId,
    timestamp: toSeconds(row.dateSent),
    client: row.clientName,
    topic: row.topic,
    isMeMessage: row.isMeMessage,
    senderFullName: inserted.senderFullName,
    senderEmail: inserted.senderEmail,
    avatar: {
      userId: row.senderId,
      source: inserted.senderAvatarSource,
      version: inserted.senderAvatarVersion,
      path: inserted.senderAvatarPath,
      email: inserted.senderDeliveryEmail,
      isEmailHidden: inserted.senderEmail !== inserted.senderDeliveryEmail,
    },
    realmStringId: inserted.realmStringId,
    ...displayed(message.recipient),
    topicLinks: message.topicLinks,
    ...(submessages.length > 0 && { submessages }),
  };
  return {
    message: canonical,
    flags: inserted.flags,
    ...(idempotencyKey && { idempotencyKey }),
    ...(hiddenFrom && { hiddenFrom }),
    ...(embeddedBotIds.length > 0 && { embeddedBotIds }),
    ...(webhookBotIds.length > 0 && { webhookBotIds }),
  };
}

function displayed(recipient: Recipient): Pick<CanonicalMessage, 'streamId' | 'displayRecipient'> {
  return 'users' in recipient
    ? { streamId: null, displayRecipient: recipient.users.map(displayRecipient) }
    : { streamId: recipient.stream.id, displayRecipient: recipient.stream.name };
}

export function messageAudience(recipient: Recipient, inserted: InsertedMessage): Audience {
  const isPublic = !('users' in recipient) && !inserted.inviteOnly;
  return isPublic ? Audience.publicStream(inserted.userIds) : Audience.users(inserted.userIds);
}

/** Undefined unless the sender is subscribed to the channel. */
export function participationOf(inserted: InsertedMessage): Participation | undefined {
  const { senderMutesChannel: isChannelMuted, senderSettings: settings = {} } = inserted;
  if (typeof isChannelMuted !== 'boolean') return undefined;
  return { action: inserted.startsTopic ? 'start' : 'send', isChannelMuted, settings };
}

export function receiversAmong(
  userIds: number[],
  { userIds: received }: InsertedMessage,
): number[] {
  if (userIds.length === 0) return [];
  const receivers = new Set(received);
  return userIds.filter((userId) => receivers.has(userId));
}
