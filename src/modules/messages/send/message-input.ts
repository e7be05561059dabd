// Input of sending: messages of users, and of system bots.
import type { IdempotencyKey } from '#modules/messages/messages';
import type { ChannelTopic } from '#modules/messages/render';
import type { Widget } from '#modules/messages/submessages';
import type { UserSummary } from '#modules/users/users';
import type { MirroredMessage } from './mirrored-senders.service.js';
import type { RecipientInput } from './send-message.access.js';

export interface MessageInput {
  type: 'channel' | 'direct';
  to: RecipientInput;
  topic?: string | undefined;
  content: string;
  idempotencyKey?: IdempotencyKey | undefined;
  /** Defaults to true for interactive clients. */
  readBySender?: boolean | undefined;
  /** Defaults to the widget of a command in the content. */
  widget?: Widget | undefined;
  /** The original sender and time, where a bridge mirrors the message. */
  mirrored?: MirroredMessage | undefined;
}

export interface BotMessage {
  to: ChannelTopic | UserSummary;
  content: string;
}

export interface SentMessage {
  id: number;
  /** The sender's visibility policy for the topic, if it changed: 2 unmuted, 3 followed. */
  newVisibilityPolicy?: 2 | 3;
}

/** Client programs whose messages start as read for their sender. */
const INTERACTIVE_CLIENTS = new Set([
  'zulipmobile',
  'zulipelectron',
  'zulipdesktop',
  'zulipterminal',
  'zulipandroid',
  'zulipios',
  'website',
  'snipe',
  'ios',
  'android',
  'zulipflutter',
]);

export function isInteractive(clientName: string): boolean {
  return INTERACTIVE_CLIENTS.has(clientName.toLowerCase());
}
