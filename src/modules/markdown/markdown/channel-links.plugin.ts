// `#**channel**`, `#**channel>topic**` and `#**channel>topic@message**`. Channels that the context
// does not know, because there are none or the writer may not know of them, stay as typed.
import type { MarkdownIt, StateInline } from 'markdown-it';
import { nameKey, topicKey } from './context.js';
import { element, escaped, joined, type SafeHtml } from './html.view.js';
import { channelAt, type ChannelReference, mayReferAt } from './mention-syntax.js';
import { channelUrl, messageUrl, topicUrl } from './narrow-urls.js';
import { pushHtml, type Rendering, renderingOf } from './rendering.js';

export function channelLinks(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'channel_link', channelLink);
}

function channelLink(state: StateInline): boolean {
  if (state.src[state.pos] !== '#' || state.linkLevel > 0) return false;
  if (!mayReferAt(state.src, state.pos)) return false;
  const reference = channelAt(state.src, state.pos);
  if (!reference || state.pos + reference.length > state.posMax) return false;
  const html = linked(renderingOf(state), reference);
  if (html === undefined) return false;
  pushHtml(state, html);
  state.pos += reference.length;
  return true;
}

function linked({ context }: Rendering, reference: ChannelReference): SafeHtml | undefined {
  const channel = context.channelsByName.get(nameKey(reference.channel));
  if (!channel) return undefined;
  const { topic, messageId } = reference;
  if (topic === undefined) {
    const attributes = { class: 'stream', 'data-stream-id': channel.id, href: channelUrl(channel) };
    return element('a', attributes, escaped(`#${channel.name}`));
  }
  const topicName =
    topic === '' ? element('em', {}, escaped(context.emptyTopicName)) : escaped(topic);
  const text = joined([escaped(`#${channel.name} > `), topicName]);
  if (messageId !== undefined) {
    const href = messageUrl(channel, topic, messageId);
    return element('a', { class: 'message-link', href }, joined([text, escaped(' @ 💬')]));
  }
  const newest = context.topicMessageIds.get(topicKey(channel.id, topic));
  const href = topicUrl(channel, topic, newest);
  return element('a', { class: 'stream-topic', 'data-stream-id': channel.id, href }, text);
}
