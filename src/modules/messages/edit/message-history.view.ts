// All states of a message, oldest first, from its current state and its history.
import {
  type HistoryEntry,
  type HistoryVisibility,
  shownHistory,
} from '#modules/messages/messages';
import { topicForClient } from '#modules/streams/streams';
import { toSeconds } from '#platform/clock.js';
import type { EditedMessage } from './edited-messages.repository.js';

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

/** Where older contents are hidden, each state has the current one. */
export function messageStates(
  message: EditedMessage,
  history: HistoryEntry[],
  visibility: HistoryVisibility,
): MessageState[] {
  let { topic, content, renderedContent: html } = message;
  const newestFirst: MessageState[] = [];
  for (const entry of shownHistory(history, visibility)) {
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
    timestamp: toSeconds(message.dateSent),
    user_id: message.senderId,
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
