import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';
import type { SavedSnippetEntity } from './saved-snippet.entity.js';

export function savedSnippetView({
  id,
  title,
  content,
  createdAt,
}: Omit<SavedSnippetEntity, 'userId'>): Schema<'SavedSnippet'> {
  return { id, title, content, date_created: toSeconds(createdAt) };
}
