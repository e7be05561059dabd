// Saved snippets of a user.
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import type { SavedSnippetEntity } from './saved-snippet.entity.js';
import { savedSnippetEvent } from './saved-snippets.events.js';
import { SavedSnippetsRepository } from './saved-snippets.repository.js';
import { savedSnippetView } from './saved-snippets.view.js';

const MAX_SNIPPETS = 1000;

export interface SavedSnippetInput {
  title: string;
  content: string;
}

@Injectable()
export class SavedSnippetsService {
  constructor(
    private readonly savedSnippetsRepository: SavedSnippetsRepository,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  list({ userId }: Actor): Promise<SavedSnippetEntity[]> {
    return this.savedSnippetsRepository.findAll(userId);
  }

  /** Returns the id. */
  async create({ realmId, userId }: Actor, input: SavedSnippetInput): Promise<number> {
    return this.database.transaction(async () => {
      if ((await this.savedSnippetsRepository.lockAndCount(userId)) >= MAX_SNIPPETS) {
        throw ApiError.badRequest(`There can be at most ${MAX_SNIPPETS} saved snippets`);
      }
      const { title, content } = input;
      const snippet = { userId, title, content, createdAt: this.clock.now() };
      const id = await this.savedSnippetsRepository.insert(snippet);
      const added = { op: 'add', saved_snippet: savedSnippetView({ ...snippet, id }) } as const;
      this.eventLog.append(savedSnippetEvent(realmId, added, Audience.user(userId)));
      return id;
    });
  }

  async edit(
    { realmId, userId }: Actor,
    id: number,
    { title, content }: Partial<SavedSnippetInput>,
  ): Promise<void> {
    if (title === undefined && content === undefined)
      throw ApiError.badRequest('Nothing to change');
    await this.database.transaction(async () => {
      const existing = await this.savedSnippetsRepository.lock(userId, id);
      if (!existing) throw noSuchSnippet();
      const { createdAt } = existing;
      const snippet = {
        id,
        createdAt,
        title: title ?? existing.title,
        content: content ?? existing.content,
      };
      if (snippet.title === existing.title && snippet.content === existing.content) return;
      await this.savedSnippetsRepository.update(snippet);
      const updated = { op: 'update', saved_snippet: savedSnippetView(snippet) } as const;
      this.eventLog.append(savedSnippetEvent(realmId, updated, Audience.user(userId)));
    });
  }

  async delete({ realmId, userId }: Actor, id: number): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.savedSnippetsRepository.delete(userId, id))) throw noSuchSnippet();
      const removed = { op: 'remove', saved_snippet_id: id } as const;
      this.eventLog.append(savedSnippetEvent(realmId, removed, Audience.user(userId)));
    });
  }
}

function noSuchSnippet(): ApiError {
  return new ApiError('BAD_REQUEST', 404, 'There is no such saved snippet');
}
