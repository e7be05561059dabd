import type { Schema } from '#platform/http/contract.js';

export interface StoredConversation {
  /** Null for direct messages. */
  streamId: number | null;
  topic: string;
  /** All users, by ascending id; null for channels. */
  dmUserIds: number[] | null;
  title: string;
}

export function callConversationView({
  streamId,
  topic,
  dmUserIds,
  title,
}: StoredConversation): Schema<'CallConversation'> {
  return streamId === null
    ? { kind: 'dm', dmUserIds: dmUserIds ?? [], streamId: null, topic: null, title }
    : { kind: 'channel', dmUserIds: [], streamId, topic, title };
}
