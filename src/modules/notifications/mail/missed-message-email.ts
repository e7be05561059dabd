// The texts of emails about missed messages: one email for each conversation. Pure functions.
import type { EmailedMessage } from './missed-messages.repository.js';

/** Messages of one conversation, oldest first. */
export type Conversation = [EmailedMessage, ...EmailedMessage[]];

/** In the order of their newest messages. */
export function conversationsOf(messages: EmailedMessage[]): Conversation[] {
  const conversations = new Map<string, Conversation>();
  for (const message of messages) {
    const key = JSON.stringify([message.recipientId, message.topic.toLowerCase()]);
    const conversation = conversations.get(key);
    if (conversation) conversation.push(message);
    else conversations.set(key, [message]);
  }
  return [...conversations.values()].toSorted((a, b) => newestOf(a).id - newestOf(b).id);
}

export function newestOf(conversation: Conversation): EmailedMessage {
  return conversation.at(-1)!;
}

/** A title such as "DMs with Ada" or "#general > lunch". */
export function directTitle(names: string[]): string {
  if (names.length <= 1) return `DMs with ${names[0] ?? 'yourself'}`;
  const [first, second, third] = names;
  if (names.length === 2) return `Group DMs with ${first} and ${second}`;
  if (names.length === 3) return `Group DMs with ${first}, ${second}, and ${third}`;
  return `Group DMs with ${first}, ${second}, and ${names.length - 2} others`;
}

const RESOLVED = /^✔ /;

export function channelTitle(channel: string, topic: string): string {
  const title = `#${channel} > ${topic.replace(RESOLVED, '')}`;
  return RESOLVED.test(topic) ? `[resolved] ${title}` : title;
}

/** Consecutive messages of one sender. */
export interface MessageBlock {
  sender: string;
  messages: { html: string; text: string }[];
}

export function blocksOf(
  messages: EmailedMessage[],
  htmlOf: (message: EmailedMessage) => string,
  textOf: (message: EmailedMessage) => string,
): MessageBlock[] {
  const blocks: (MessageBlock & { senderId: number })[] = [];
  for (const message of messages) {
    const shown = { html: htmlOf(message), text: textOf(message) };
    const last = blocks.at(-1);
    if (last?.senderId === message.senderId) last.messages.push(shown);
    else blocks.push({ senderId: message.senderId, sender: message.senderName, messages: [shown] });
  }
  return blocks;
}

const UPLOAD_LINK = /\[[^\]\n]{0,500}\]\((\/user_uploads\/[^)\s]+)\)/g;

/** The Markdown source as a quote; links to uploaded files become URLs. */
export function quotedText(content: string, organizationUrl: string): string {
  return content
    .replaceAll(UPLOAD_LINK, (_, path: string) => `${organizationUrl}${path}`)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
