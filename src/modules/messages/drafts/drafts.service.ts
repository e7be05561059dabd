// Drafts of a user, shared by the user's clients. Turning their synchronization off deletes them; until it is
// on again, all operations are refused.
import { Injectable } from '@nestjs/common';
import { normalizedContent, normalizedTopic } from '#modules/messages/render';
import { LIMITS } from '#modules/realms/realms';
import { Clock, fromSeconds } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import type { DraftEntity } from './draft.entity.js';
import { type DraftRecipient, DraftsAccess } from './drafts.access.js';
import { draftEvent } from './drafts.events.js';
import { DraftsRepository, type NewDraft } from './drafts.repository.js';
import { draftView } from './drafts.view.js';

/** POST /register returns all drafts of a user. */
const MAX_DRAFTS = 1000;

export interface DraftInput extends DraftRecipient {
  topic: string;
  content: string;
  /** UNIX seconds of the last change; defaults to the current time. */
  timestamp?: number | undefined;
}

@Injectable()
export class DraftsService {
  constructor(
    private readonly draftsAccess: DraftsAccess,
    private readonly draftsRepository: DraftsRepository,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  async list({ userId }: Actor): Promise<DraftEntity[]> {
    checkEnabled(await this.draftsRepository.isEnabled(userId));
    return this.draftsRepository.findAll(userId);
  }

  /** Creates all drafts or none. Returns their ids in the same order. */
  async create(actor: Actor, inputs: DraftInput[]): Promise<number[]> {
    const { realmId, userId } = actor;
    return this.database.transaction(async () => {
      checkEnabled(await this.draftsRepository.lock(userId));
      await this.draftsAccess.checkRecipients(actor, inputs);
      const drafts = inputs.map((input) => this.newDraft(actor, input));
      if (drafts.length === 0) return [];
      if ((await this.draftsRepository.count(userId)) + drafts.length > MAX_DRAFTS) {
        throw ApiError.badRequest(`There can be at most ${MAX_DRAFTS} drafts`);
      }
      const ids = await this.draftsRepository.insert(drafts);
      const views = drafts.map((draft, index) => draftView({ ...draft, id: ids[index]! }));
      const added = { op: 'add', drafts: views } as const;
      this.eventLog.append(draftEvent(realmId, added, Audience.user(userId)));
      return ids;
    });
  }

  async edit(actor: Actor, id: number, input: DraftInput): Promise<void> {
    const { realmId, userId } = actor;
    await this.database.transaction(async () => {
      checkEnabled(await this.draftsRepository.lock(userId));
      await this.draftsAccess.checkRecipients(actor, [input]);
      const draft = this.newDraft(actor, input);
      if (!(await this.draftsRepository.update(userId, id, draft))) throw noSuchDraft();
      const updated = { op: 'update', draft: draftView({ ...draft, id }) } as const;
      this.eventLog.append(draftEvent(realmId, updated, Audience.user(userId)));
    });
  }

  async delete({ realmId, userId }: Actor, id: number): Promise<void> {
    await this.database.transaction(async () => {
      checkEnabled(await this.draftsRepository.lock(userId));
      if (!(await this.draftsRepository.delete(userId, id))) throw noSuchDraft();
      const removed = { op: 'remove', draft_id: id } as const;
      this.eventLog.append(draftEvent(realmId, removed, Audience.user(userId)));
    });
  }

  /**
   * Deletes the drafts of users who turned the synchronization off, in the transaction of that change, whose event
   * makes clients drop them.
   */
  async deleteAll(userIds: number[]): Promise<void> {
    if (userIds.length > 0) await this.draftsRepository.deleteAll(userIds);
  }

  private newDraft({ userId }: Actor, input: DraftInput): NewDraft {
    const { type, topic, content, timestamp = this.clock.seconds() } = input;
    return {
      userId,
      ...addressed(userId, input),
      topic: type === 'stream' ? normalizedTopic(topic, LIMITS.max_topic_length) : '',
      content: normalizedContent(content, LIMITS.max_message_length),
      lastEdited: fromSeconds(timestamp),
    };
  }
}

/** A direct message is addressed to the other users, or to the user alone. */
function addressed(
  userId: number,
  { type, to }: DraftRecipient,
): Pick<NewDraft, 'type' | 'recipientIds'> {
  if (type === '' || to.length === 0) return { type: '', recipientIds: [] };
  if (type === 'stream') return { type, recipientIds: to };
  const others = [...new Set(to)].filter((id) => id !== userId).toSorted((a, b) => a - b);
  return { type, recipientIds: others.length === 0 ? [userId] : others };
}

function checkEnabled(isEnabled: boolean): void {
  if (!isEnabled) throw ApiError.badRequest('The synchronization of drafts is turned off');
}

function noSuchDraft(): ApiError {
  return new ApiError('BAD_REQUEST', 404, 'There is no such draft');
}
