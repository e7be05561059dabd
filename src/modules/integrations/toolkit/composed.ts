// Messages that users of a third party compose themselves, with a topic and content in Markdown.
import type { Notification } from './integration.js';
import { bold, formatted, lines } from './markdown.js';

/** Undefined if the content is blank. */
export function composedNotification(message: {
  topic: string;
  title?: string | undefined;
  content: string;
}): Notification | undefined {
  const content = formatted(message.content);
  if (String(content).trim() === '') return undefined;
  return { topic: message.topic, content: lines(bold(message.title), content) };
}
