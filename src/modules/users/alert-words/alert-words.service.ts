// Keeps everybody's alert words, and tells whom a text alerts. What a process knows of a realm's
// words stays in memory, so that sending a message costs no query for them.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { type RealmCache, RealmCaches } from '#platform/event-log/realm-cache.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { AlertWordMatcher } from './alert-word-matcher.js';
import { alertWordsEvent } from './alert-words.events.js';
import { AlertWordsRepository } from './alert-words.repository.js';

/** Of one person, so that nobody makes every message of the organization slow. */
const MAX_WORDS = 1000;

@Injectable()
export class AlertWordsService {
  private readonly matchers: RealmCache<AlertWordMatcher>;

  constructor(
    private readonly alertWordsRepository: AlertWordsRepository,
    private readonly eventLog: EventLog,
    private readonly database: Database,
    caches: RealmCaches,
  ) {
    this.matchers = caches.create(
      [alertWordsEvent.type],
      async (realmId) => new AlertWordMatcher(await this.alertWordsRepository.findByRealm(realmId)),
    );
  }

  /** Of each text of a message, those whose words are in it. */
  async peopleAlertedBy(realmId: number, contents: string[]): Promise<number[][]> {
    const matcher = await this.matchers.get(realmId);
    return contents.map((content) => matcher.peopleAlertedBy(content));
  }

  /** Returns all words of the actor, oldest first. */
  async add({ realmId, userId }: Actor, given: string[]): Promise<string[]> {
    const words = given.map((word) => word.trim()).filter((word) => word !== '');
    return this.database.transaction(async () => {
      const added = await this.alertWordsRepository.add(realmId, userId, words);
      const all = await this.alertWordsRepository.findByUser(userId);
      if (all.length > MAX_WORDS) {
        throw ApiError.badRequest(`Nobody can have more than ${MAX_WORDS} alert words`);
      }
      if (added > 0) this.tell(realmId, userId, all);
      return all;
    });
  }

  /** Returns all words that are left to the actor, oldest first. */
  async remove({ realmId, userId }: Actor, given: string[]): Promise<string[]> {
    return this.database.transaction(async () => {
      const removed = await this.alertWordsRepository.remove(
        userId,
        given.map((word) => word.trim()),
      );
      const all = await this.alertWordsRepository.findByUser(userId);
      if (removed > 0) this.tell(realmId, userId, all);
      return all;
    });
  }

  private tell(realmId: number, userId: number, words: string[]): void {
    this.eventLog.append(alertWordsEvent(realmId, { alert_words: words }, Audience.user(userId)));
  }
}
