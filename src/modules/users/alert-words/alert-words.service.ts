// Alert words: a user is alerted about messages that contain one of them. The words of each realm are
// cached in a matcher, so that sending a message needs no query for them.
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

/** Per user: all messages of the realm are matched against the words of all users. */
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

  /** For each text, the users who have an alert word in it. */
  async usersAlertedBy(realmId: number, contents: string[]): Promise<number[][]> {
    const matcher = await this.matchers.get(realmId);
    return contents.map((content) => matcher.usersAlertedBy(content));
  }

  /** Oldest first. */
  list({ userId }: Actor): Promise<string[]> {
    return this.alertWordsRepository.findByUser(userId);
  }

  /** Returns all words of the actor, oldest first. */
  async add({ realmId, userId }: Actor, input: string[]): Promise<string[]> {
    const words = input.map((word) => word.trim()).filter((word) => word !== '');
    return this.database.transaction(async () => {
      const added = await this.alertWordsRepository.add(realmId, userId, words);
      const all = await this.alertWordsRepository.findByUser(userId);
      if (all.length > MAX_WORDS) {
        throw ApiError.badRequest(`A user can have at most ${MAX_WORDS} alert words`);
      }
      if (added > 0) this.publish(realmId, userId, all);
      return all;
    });
  }

  /** Returns the remaining words of the actor, oldest first. */
  async remove({ realmId, userId }: Actor, input: string[]): Promise<string[]> {
    return this.database.transaction(async () => {
      const removed = await this.alertWordsRepository.remove(
        userId,
        input.map((word) => word.trim()),
      );
      const all = await this.alertWordsRepository.findByUser(userId);
      if (removed > 0) this.publish(realmId, userId, all);
      return all;
    });
  }

  private publish(realmId: number, userId: number, words: string[]): void {
    this.eventLog.append(alertWordsEvent(realmId, { alert_words: words }, Audience.user(userId)));
  }
}
