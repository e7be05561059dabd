// URLs of channels, topics and messages, as fragments that clients interpret.
import type { LinkedStream } from './context.js';
import { wellFormed } from './urls.js';

export function streamUrl({ id, name }: LinkedStream): string {
  return `/#narrow/channel/${encoded(`${id}-${name.replaceAll(' ', '-')}`)}`;
}

/** A message id keeps the link working after the topic was moved or renamed. */
export function topicUrl(stream: LinkedStream, topic: string, messageId?: number): string {
  const url = `${streamUrl(stream)}/topic/${encoded(topic)}`;
  if (messageId === undefined) return url;
  return `${url.replace(/\/$/, '')}/with/${messageId}`;
}

export function messageUrl(stream: LinkedStream, topic: string, messageId: number): string {
  return `${streamUrl(stream)}/topic/${encoded(topic)}/near/${messageId}`;
}

/** Percent encoding with dots in place of percent signs, which browsers would decode. */
function encoded(text: string): string {
  return encodeURIComponent(wellFormed(text))
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('.', '%2E')
    .replaceAll('%', '.');
}
