// The event about a new message. It is stored once in its canonical form; what a client sees of it is
// worked out when it is delivered.
import { isAmong } from '#platform/event-log/among.js';
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventQueue } from '#platform/event-log/event-queue.js';
import { flagNames } from '#modules/messages/user-messages';
import { topicFromClient } from '#modules/streams/streams';
import { type CanonicalMessage, messageView, withoutSender } from './messages.view.js';

export interface MessageSent {
  message: CanonicalMessage;
  /** Flag bits of those who have other flags than none, by user id. */
  flags: Record<number, number>;
  /** Receivers who may not know of the sender, and the host of the organization. */
  strangers?: { userIds: number[]; host: string } | undefined;
  /** Embedded bots that the message speaks to. */
  listeningBotIds?: number[];
  /** The sender's own echo, told to the queue that sent it. */
  echo?: { queueId: string; localId: string };
}

function flagsOf(payload: MessageSent, queue: EventQueue): number {
  return payload.flags[queue.userId] ?? 0;
}

function isStranger({ strangers }: MessageSent, queue: EventQueue): boolean {
  return strangers !== undefined && isAmong(strangers.userIds, queue.userId);
}

/** As the owner of the queue may see it. */
function seenMessage(payload: MessageSent, queue: EventQueue): CanonicalMessage {
  const { message, strangers } = payload;
  return isStranger(payload, queue) ? withoutSender(message, strangers!.host) : message;
}

/** Only in the sender's own queue, whatever queue the sender named. */
function localId({ message, echo }: MessageSent, queue: EventQueue): string | undefined {
  const isEcho = echo?.queueId === queue.id && message.senderId === queue.userId;
  return isEcho ? echo.localId : undefined;
}

export const messageEvent = defineEvent<MessageSent>({
  type: 'message',
  variantFor(payload, queue) {
    const { applyMarkdown, clientGravatar, capabilities } = queue.options;
    const emptyTopic = capabilities.empty_topic_name ? 1 : 0;
    const echo = localId(payload, queue) === undefined ? '' : queue.id;
    const stranger = isStranger(payload, queue) ? 1 : 0;
    return `${Number(applyMarkdown)}${Number(clientGravatar)}${emptyTopic}${stranger} ${flagsOf(payload, queue)} ${echo}`;
  },
  present(payload, queue) {
    const { applyMarkdown, clientGravatar, capabilities } = queue.options;
    const message = messageView(seenMessage(payload, queue), {
      applyMarkdown,
      clientGravatar,
      understandsEmptyTopic: capabilities.empty_topic_name ?? false,
    });
    const echo = localId(payload, queue);
    return {
      message,
      flags: flagNames(flagsOf(payload, queue)),
      ...(echo === undefined ? {} : { local_message_id: echo }),
    };
  },
  matchesNarrow(payload, queue) {
    const { flags } = payload;
    const message = seenMessage(payload, queue);
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
      return false;
  }
}

/** By which everybody may know the sender. */
function addressesOf({ senderEmail, avatar }: CanonicalMessage): string[] {
  const addresses = avatar.isEmailHidden ? [senderEmail] : [senderEmail, avatar.email];
  return addresses.map((address) => address.toLowerCase());
}
