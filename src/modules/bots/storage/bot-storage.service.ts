// A key-value store for each bot, which only the bot itself can use. Changes are applied completely or not at all.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { ReadyJson, toJson } from '#platform/http/ready-json.js';
import { KeyedLimit } from '#platform/keyed-limit.js';
import { TimeSlices } from '#platform/time-slices.js';
import { BotStorageRepository } from './bot-storage.repository.js';

/** Maximum number of characters in all keys and values. */
const MAX_CHARACTERS = 10_000_000;
const MAX_KEYS = 10_000;
/** Concurrent reads of a process, each of which needs several times MAX_CHARACTERS of memory. */
const READS_AT_ONCE = 4;

@Injectable()
export class BotStorageService {
  private readonly reads = new KeyedLimit<'all'>(READS_AT_ONCE);

  constructor(
    private readonly botStorageRepository: BotStorageRepository,
    private readonly database: Database,
  ) {}

  /** Returns the values of these keys, which must all exist, or of all keys. */
  async get(actor: Actor, keys: string[] | undefined): Promise<ReadyJson<Record<string, string>>> {
    requireBot(actor);
    return this.reads.run('all', async () => {
      const entries = await this.botStorageRepository.find(actor.userId, keys);
      requireAll(
        keys,
        entries.map(({ key }) => key),
      );
      const slices = new TimeSlices();
      const members: [string, string][] = [];
      for (const { key, value } of entries) {
        members.push([key, toJson(value)]);
        if (slices.isOver) await slices.next();
      }
      return ReadyJson.object(members);
    });
  }

  /** Sets the values of these keys and leaves other keys unchanged. */
  async update(actor: Actor, values: Record<string, string>): Promise<void> {
    requireBot(actor);
    await this.database.transaction(async () => {
      await this.botStorageRepository.lock(actor.userId);
      await this.botStorageRepository.save(actor.userId, Object.entries(values));
      const { keys, characters } = await this.botStorageRepository.usage(actor.userId);
      if (keys > MAX_KEYS) {
        throw ApiError.badRequest(`The storage of a bot can have at most ${MAX_KEYS} keys`);
      }
      if (characters > MAX_CHARACTERS) {
        throw ApiError.badRequest(
          `The storage of a bot can have at most ${MAX_CHARACTERS} characters in keys and values`,
        );
      }
    });
  }

  /** Removes these keys, which must all exist, or all keys. */
  async remove(actor: Actor, keys: string[] | undefined): Promise<void> {
    requireBot(actor);
    await this.database.transaction(async () => {
      await this.botStorageRepository.lock(actor.userId);
      requireAll(keys, await this.botStorageRepository.delete(actor.userId, keys));
    });
  }
}

function requireBot(actor: Actor): void {
  if (actor.isBot) return;
  throw new ApiError('PERMISSION_DENIED', 400, 'Only bots have storage');
}

function requireAll(keys: string[] | undefined, existing: string[]): void {
  const known = new Set(existing);
  const missing = keys?.find((key) => !known.has(key));
  if (missing !== undefined) {
    throw ApiError.badRequest(`The storage of the bot has no key '${missing}'`);
  }
}
