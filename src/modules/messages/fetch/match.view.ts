import type { CanonicalMessage, MessageForm } from '#modules/messages/messages';
import { highlighter, type Search } from '#modules/messages/search';
import { topicForClient } from '#modules/streams/streams';

/** A message that was searched for: its content and topic as HTML, with the places marked. */
export interface Match {
  match_content: string;
  match_subject: string;
}

/** For many messages, which mostly have the same words. */
export function matchView(
  searches: Search[],
): (message: CanonicalMessage, form: MessageForm) => Match {
  const highlights = highlighter(searches);
  return (message, { understandsEmptyTopic }) => {
    const topic =
      message.streamId === null
        ? message.topic
        : topicForClient(message.topic, understandsEmptyTopic);
    return {
      match_content: highlights.html(message.renderedContent),
      match_subject: highlights.text(topic),
    };
  };
}
