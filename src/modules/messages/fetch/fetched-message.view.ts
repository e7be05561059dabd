// A fetched row as a message, with the senders and recipients that its ids refer to, and the fields that
// only fetched messages have: times and history of edits, and matches of a search.
import type { TopicLink } from '#modules/markdown/markdown';
import {
  type CanonicalMessage,
  displayRecipient,
  type HistoryEntry,
  type HistoryVisibility,
  type MessageForm,
  shownHistory,
} from '#modules/messages/messages';
import { highlighter, type Search } from '#modules/messages/search';
import { topicForClient } from '#modules/streams/streams';
import type { UserSummary } from '#modules/users/users';
import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';
import type { FetchedMessage, FetchedRecipient } from './fetch-messages.repository.js';

/** Characters of JSON after which a response has no further message or match. */
export const MAX_LENGTH = 8 * 1024 * 1024;

/** The senders and recipients of the rows, by id. */
export interface References {
  recipients: ReadonlyMap<number, FetchedRecipient>;
  users: ReadonlyMap<number, UserSummary>;
  realmStringId: string;
}

export function canonicalMessage(
  row: FetchedMessage,
  { recipients, users, realmStringId }: References,
  topicLinks: TopicLink[] = [],
): CanonicalMessage {
  const recipient = recipients.get(row.recipientId)!;
  const sender = users.get(row.senderId)!;
  return {
    id: row.id,
    senderId: row.senderId,
    content: row.content,
    renderedContent: row.renderedContent,
    recipientId: row.recipientId,
    timestamp: row.timestamp,
    client: row.clientName,
    topic: row.topic,
    isMeMessage: row.isMeMessage,
    senderFullName: sender.fullName,
    senderEmail: sender.email,
    avatar: {
      userId: row.senderId,
      source: sender.avatarSource,
      version: sender.avatarVersion,
      path: sender.avatarPath,
      email: sender.deliveryEmail,
      isEmailHidden: sender.email !== sender.deliveryEmail,
    },
    realmStringId,
    displayRecipient:
      recipient.streamName ??
      (recipient.userIds ?? []).flatMap((id) => {
        const user = users.get(id);
        return user ? [displayRecipient(user)] : [];
      }),
    streamId: recipient.streamId,
    reactions: row.reactions ?? [],
    submessages: row.submessages ?? [],
    topicLinks,
  };
}

type EditedFields = Pick<
  Schema<'MessageBase'>,
  'last_edit_timestamp' | 'last_moved_timestamp' | 'edit_history'
>;

/** Whether the message was edited or moved. */
export function isChanged({ lastEditedAt, lastMovedAt, editHistory }: FetchedMessage): boolean {
  return lastEditedAt !== null || lastMovedAt !== null || editHistory !== null;
}

/** The fields that only edited and moved messages have. */
export function editedFields(
  { lastEditedAt, lastMovedAt, editHistory }: FetchedMessage,
  visibility: HistoryVisibility,
  understandsEmptyTopic: boolean,
): EditedFields {
  const shown = shownHistory(editHistory ?? [], visibility);
  return {
    ...(lastEditedAt && { last_edit_timestamp: toSeconds(lastEditedAt) }),
    ...(lastMovedAt && { last_moved_timestamp: toSeconds(lastMovedAt) }),
    ...(shown.length > 0 && {
      edit_history: shown.map((entry) => entryForClient(entry, understandsEmptyTopic)),
    }),
  };
}

function entryForClient(entry: HistoryEntry, understandsEmptyTopic: boolean): HistoryEntry {
  if (entry.topic === undefined || entry.prev_topic === undefined) return entry;
  return {
    ...entry,
    topic: topicForClient(entry.topic, understandsEmptyTopic),
    prev_topic: topicForClient(entry.prev_topic, understandsEmptyTopic),
  };
}

/** Content and topic as HTML with the matches of a search highlighted. */
export interface Match {
  match_content: string;
  match_subject: string;
}

/** Shared by many messages, which have most of their words and topics in common. */
export function matchView(
  searches: Search[],
): (message: CanonicalMessage, form: MessageForm) => Match {
  const highlights = highlighter(searches);
  const topics = new Map<string, string>();
  return ({ streamId, topic, renderedContent }, { understandsEmptyTopic }) => {
    const shownTopic = streamId === null ? topic : topicForClient(topic, understandsEmptyTopic);
    let match_subject = topics.get(shownTopic);
    if (match_subject === undefined) {
      match_subject = highlights.text(shownTopic);
      topics.set(shownTopic, match_subject);
    }
    return { match_content: highlights.html(renderedContent), match_subject };
  };
}
