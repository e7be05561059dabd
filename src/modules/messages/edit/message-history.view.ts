// All states of a message, oldest first, from its present state and what it was before each change.
import {
  type HistoryEntry,
  type HistoryVisibility,
  shownHistory,
} from '#modules/messages/messages';
import { topicForClient } from '#modules/streams/streams';
import { toSeconds } from '#platform/clock.js';

export interface MessageWithHistory {
  sender_id: number;
  date_sent: Date;
  topic: string;
  content: string;
  rendered_content: string;
  /** Newest first. */
  edit_history: HistoryEntry[] | null;
}

export interface MessageState {
  topic: string;
  content: string;
  rendered_content: string;
  timestamp: number;
  user_id: number | null;
  prev_topic?: string;
  prev_stream?: number;
  stream?: number;
  prev_content?: string;
  prev_rendered_content?: string;
  content_html_diff?: string;
}

/** Where older texts are hidden, each state has the present one. */
export function messageStates(
  message: MessageWithHistory,
  visibility: HistoryVisibility,
): MessageState[] {
  let { topic, content, rendered_content: html } = message;
  const newestFirst: MessageState[] = [];
  for (const entry of shownHistory(message.edit_history, visibility)) {
    const { topic: _topic, ...change } = entry;
    newestFirst.push({ ...change, topic, content, rendered_content: html });
    topic = entry.prev_topic ?? topic;
    content = entry.prev_content ?? content;
    html = entry.prev_rendered_content ?? html;
  }
  const first = {
    topic,
    content,
    rendered_content: html,
    timestamp: toSeconds(message.date_sent),
    user_id: message.sender_id,
  };
  return [first, ...newestFirst.toReversed()];
}

export function stateForClient(state: MessageState, understandsEmptyTopic: boolean): MessageState {
  const shown = { ...state, topic: topicForClient(state.topic, understandsEmptyTopic) };
  if (state.prev_topic !== undefined) {
    shown.prev_topic = topicForClient(state.prev_topic, understandsEmptyTopic);
  }
  return shown;
}
