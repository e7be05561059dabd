// The addresses of channels, topics and messages inside a client.
import type { LinkedChannel } from './context.js';
import { wellFormed } from './urls.js';

export function channelUrl({ id, name }: LinkedChannel): string {
  return `/#narrow/channel/${encoded(`${id}-${name.replaceAll(' ', '-')}`)}`;
}

/** With the id of a message the link still works when the topic has moved. */
export function topicUrl(channel: LinkedChannel, topic: string, messageId?: number): string {
  const url = `${channelUrl(channel)}/topic/${encoded(topic)}`;
  if (messageId === undefined) return url;
  return `${url.replace(/\/$/, '')}/with/${messageId}`;
}

export function messageUrl(channel: LinkedChannel, topic: string, messageId: number): string {
  return `${channelUrl(channel)}/topic/${encoded(topic)}/near/${messageId}`;
}

/** Percent encoding with dots for the percent signs, which browsers would decode. */
function encoded(text: string): string {
  return encodeURIComponent(wellFormed(text))
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('.', '%2E')
    .replaceAll('%', '.');
}
