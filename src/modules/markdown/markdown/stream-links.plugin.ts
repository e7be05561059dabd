// `#**channel**`, `#**channel>topic**` and `#**channel>topic@message**`. Channels that the context does
// not resolve (missing, or hidden from the sender) are rendered as typed.
import type { MarkdownIt, StateInline } from 'markdown-it';
import { nameKey, topicKey } from './context.js';
import { element, escaped, joined, type SafeHtml } from './html.view.js';
import { streamReferenceAt, type StreamReference, mayReferAt } from './mention-syntax.js';
import { streamUrl, messageUrl, topicUrl } from './narrow-urls.js';
import { pushHtml, type Rendering, renderingOf } from './rendering.js';

export function streamLinks(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'stream_link', streamLink);
}

function streamLink(state: StateInline): boolean {
  if (state.src[state.pos] !== '#' || state.linkLevel > 0) return false;
  if (!mayReferAt(state.src, state.pos)) return false;
  const reference = streamReferenceAt(state.src, state.pos);
  if (!reference || state.pos + reference.length > state.posMax) return false;
  const html = linked(renderingOf(state), reference);
  if (html === undefined) return false;
  pushHtml(state, html);
  state.pos += reference.length;
  return true;
}

function linked({ context }: Rendering, reference: StreamReference): SafeHtml | undefined {
  const stream = context.streamsByName.get(nameKey(reference.stream));
  if (!stream) return undefined;
  const { topic, messageId } = reference;
  if (topic === undefined) {
    const attributes = { class: 'stream', 'data-stream-id': stream.id, href: streamUrl(stream) };
    return element('a', attributes, escaped(`#${stream.name}`));
  }
  const topicName =
    topic === '' ? element('em', {}, escaped(context.emptyTopicName)) : escaped(topic);
  const text = joined([escaped(`#${stream.name} > `), topicName]);
  if (messageId !== undefined) {
    const href = messageUrl(stream, topic, messageId);
    return element('a', { class: 'message-link', href }, joined([text, escaped(' @ 💬')]));
  }
  const newest = context.topicMessageIds.get(topicKey(stream.id, topic));
  const href = topicUrl(stream, topic, newest);
  return element('a', { class: 'stream-topic', 'data-stream-id': stream.id, href }, text);
}
