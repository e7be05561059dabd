import type { Search } from '#modules/search/search.service.js';
import { highlightedHtml, highlightedText } from '#modules/search/search-highlights.view.js';
import { topicForClient } from '#modules/streams/topic-name.view.js';
import type { MessageForm, MessageRow } from './messages.view.js';

/** A message that was searched for: its content and topic as HTML, with the places marked. */
export interface Match {
  match_content: string;
  match_subject: string;
}

export function matchView(
  row: Pick<MessageRow, 'rendered_content' | 'topic' | 'stream_id'>,
  searches: Search[],
  { understandsEmptyTopic }: MessageForm,
): Match {
  const topic =
    row.stream_id === null ? row.topic : topicForClient(row.topic, understandsEmptyTopic);
  return {
    match_content: highlightedHtml(row.rendered_content, searches),
    match_subject: highlightedText(topic, searches),
  };
}
