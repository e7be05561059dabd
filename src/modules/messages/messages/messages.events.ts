// The event about a new message. It is stored once in its canonical form; the form of each
// client is computed at delivery.
import { isAmong } from '#platform/event-log/among.js';
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';
import type { EventQueue } from '#platform/event-log/event-queue.js';
import { flagNames } from '#modules/messages/user-messages';
import { topicFromClient } from '#modules/streams/streams';
import { type CanonicalMessage, messageView, withoutSender } from './messages.view.js';

/** Identifies repeated requests to send one message. */
export interface IdempotencyKey {
  queueId: string;
  localId: string;
}

export interface MessageSent {
  message: CanonicalMessage;
  /** Flags of the user messages that have any, by user id. */
  flags: Record<number, number>;
  /** Receivers without access to the sender, and the host of the organization. */
  hiddenFrom?: { userIds: number[]; host: string } | undefined;
  /** Embedded bots that receive the message. */
  embeddedBotIds?: number[];
  /** Outgoing webhook bots that receive the message. */
  webhookBotIds?: number[];
  idempotencyKey?: IdempotencyKey;
}

function flagsOf(payload: MessageSent, queue: EventQueue): number {
  return payload.flags[queue.userId] ?? 0;
}

function isSenderHidden({ hiddenFrom }: MessageSent, queue: EventQueue): boolean {
  return hiddenFrom !== undefined && isAmong(hiddenFrom.userIds, queue.userId);
}

/** The message as the owner of the queue may see it. */
function visibleMessage(payload: MessageSent, queue: EventQueue): CanonicalMessage {
  const { message, hiddenFrom } = payload;
  return isSenderHidden(payload, queue) ? withoutSender(message, hiddenFrom!.host) : message;
}

/** Only in the sender's own queue, whatever queue the key names. */
function localId(
  { message, idempotencyKey: key }: MessageSent,
  queue: EventQueue,
): string | undefined {
  const isOwn = key?.queueId === queue.id && message.senderId === queue.userId;
  return isOwn ? key.localId : undefined;
}

export const messageEvent = defineEvent<MessageSent, EventBody<'MessageEvent'>>({
  type: 'message',
  variantFor(payload, queue) {
    const { applyMarkdown, clientGravatar, capabilities } = queue.options;
    const emptyTopic = capabilities.empty_topic_name ? 1 : 0;
    const queueId = localId(payload, queue) === undefined ? '' : queue.id;
    const hidden = isSenderHidden(payload, queue) ? 1 : 0;
    return `${Number(applyMarkdown)}${Number(clientGravatar)}${emptyTopic}${hidden} ${flagsOf(payload, queue)} ${queueId}`;
  },
  present(payload, queue) {
    const { applyMarkdown, clientGravatar, capabilities } = queue.options;
    const message = messageView(visibleMessage(payload, queue), {
      applyMarkdown,
      clientGravatar,
      understandsEmptyTopic: capabilities.empty_topic_name ?? false,
    });
    const localMessageId = localId(payload, queue);
    return {
      message,
      flags: flagNames(flagsOf(payload, queue)),
      ...(localMessageId === undefined ? {} : { local_message_id: localMessageId }),
    };
  },
  matchesNarrow(payload, queue) {
    const { flags } = payload;
    const message = visibleMessage(payload, queue);
    return queue.options.narrow.every(([operator, operand]) => {
      switch (operator) {
        case 'channel':
        case 'stream':
          return (
            message.streamId !== null &&
            (message.displayRecipient as string).toLowerCase() === operand.toLowerCase()
          );
        case 'topic':
          return (
            message.streamId !== null &&
            message.topic.toLowerCase() === topicFromClient(operand).toLowerCase()
          );
        case 'sender':
          return addressesOf(message).includes(operand.toLowerCase());
        case 'is':
          return matchesIs(operand, message, flags[queue.userId] ?? 0);
        default:
          return true;
      }
    });
  },
});

function matchesIs(operand: string, message: CanonicalMessage, flags: number): boolean {
  const names = flagNames(flags);
  switch (operand) {
    case 'dm':
    case 'private':
      return message.streamId === null;
    case 'starred':
      return names.includes('starred');
    case 'unread':
      return !names.includes('read');
    case 'mentioned':
      return names.some((name) => name.endsWith('mentioned'));
    case 'alerted':
      return names.includes('has_alert_word');
    case 'resolved':
      return message.topic.startsWith('✔ ');
    default:
      // Other operands, such as `muted`, cannot be followed live and restrict nothing.
      return true;
  }
}

/** Email addresses that `sender:` narrows may match. */
function addressesOf({ senderEmail, avatar }: CanonicalMessage): string[] {
  const addresses = avatar.isEmailHidden ? [senderEmail] : [senderEmail, avatar.email];
  return addresses.map((address) => address.toLowerCase());
}
