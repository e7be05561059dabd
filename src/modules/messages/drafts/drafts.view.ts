import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';
import type { DraftEntity } from './draft.entity.js';

export function draftView({
  id,
  type,
  recipientIds: to,
  topic,
  content,
  lastEdited,
}: Omit<DraftEntity, 'userId'>): Schema<'Draft'> {
  return { id, type, to, topic, content, timestamp: toSeconds(lastEdited) };
}
