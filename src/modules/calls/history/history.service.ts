// Reads and clears the call history of a user. The cost of a page depends on its size, not on the number of
// records.
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { CallRecordsRepository } from './call-records.repository.js';
import { cursorOf, type HistoryList, type HistoryPosition, positionAt } from './history-cursor.js';
import { callHistoryEvent } from './history.events.js';
import { type HistoryGroup, type HistoryRecord, HistoryRepository } from './history.repository.js';

/** Maximum number of records of each group in a list of groups. */
const RECORDS = 20;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

export interface HistoryInput extends HistoryList {
  cursor: string | undefined;
  /** Maximum number of groups or, with a group key, of records. */
  limit: number;
}

interface HistoryEntry {
  group: HistoryGroup;
  /** Not empty. */
  records: HistoryRecord[];
  lastCallAt: Date;
}

export interface HistoryPage {
  entries: HistoryEntry[];
  nextCursor: string | null;
}

@Injectable()
export class HistoryService {
  constructor(
    private readonly historyRepository: HistoryRepository,
    private readonly callRecordsRepository: CallRecordsRepository,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  async read({ userId }: Actor, input: HistoryInput): Promise<HistoryPage> {
    const { cursor, groupKey } = input;
    if (groupKey !== undefined) await this.checkGroup(userId, groupKey);
    const now = this.clock.seconds();
    const start = cursor === undefined ? undefined : positionAt(cursor, userId, input, now);
    if (cursor !== undefined && !start) throw ApiError.badRequest('The cursor is not valid');
    return groupKey === undefined
      ? this.readGroups(userId, input, start)
      : this.readGroup(userId, groupKey, input, start);
  }

  /** Deletes the records of the actor only. Returns their number. */
  async clear({ realmId, userId }: Actor, groupKey: string): Promise<number> {
    await this.checkGroup(userId, groupKey);
    return this.database.transaction(async () => {
      // Locks the event log before the rows, in the same order as adding records.
      await this.eventLog.hold(realmId);
      const count = await this.callRecordsRepository.clear(userId, groupKey);
      const change = { op: 'clear', group_key: groupKey } as const;
      this.eventLog.append(callHistoryEvent(realmId, change, Audience.user(userId)));
      return count;
    });
  }

  private async readGroups(
    userId: number,
    list: HistoryInput,
    start: HistoryPosition | undefined,
  ): Promise<HistoryPage> {
    const newestId = start?.newestId ?? Number.MAX_SAFE_INTEGER;
    const beforeId = start?.lastId ?? Number.MAX_SAFE_INTEGER;
    const limit = list.limit + 1;
    const found = await this.historyRepository.findGroups(userId, list, {
      newestId,
      beforeId,
      limit,
    });
    const groups = found.slice(0, list.limit);
    const records = await this.historyRepository.findRecords(
      groups.map(({ id }) => id),
      list,
      { newestId: Number.MAX_SAFE_INTEGER, limit: RECORDS },
    );
    const entries = groups.flatMap((group) => entriesOf(group, records.get(group.id)!));
    const lastId = groups.at(-1)?.position;
    if (lastId === undefined || found.length <= list.limit) return { entries, nextCursor: null };
    const since = start?.since ?? this.clock.seconds();
    const position = { newestId: start?.newestId ?? groups[0]!.position, lastId, since };
    return { entries, nextCursor: cursorOf(userId, list, position) };
  }

  private async readGroup(
    userId: number,
    groupKey: string,
    list: HistoryInput,
    start: HistoryPosition | undefined,
  ): Promise<HistoryPage> {
    const group = await this.historyRepository.findGroup(userId, groupKey, list);
    const found = await this.historyRepository.findRecords([groupKey], list, {
      newestId: start ? start.lastId - 1 : Number.MAX_SAFE_INTEGER,
      limit: list.limit + 1,
    });
    const all = found.get(groupKey)!;
    const records = all.slice(0, list.limit);
    if (!group || records.length === 0) return { entries: [], nextCursor: null };
    const [newest] = start
      ? (
          await this.historyRepository.findRecords([groupKey], list, {
            newestId: Number.MAX_SAFE_INTEGER,
            limit: 1,
          })
        ).get(groupKey)!
      : records;
    const lastCallAt = (newest ?? records[0]!).startedAt;
    const entries = [{ group, records, lastCallAt }];
    if (all.length <= list.limit) return { entries, nextCursor: null };
    const since = start?.since ?? this.clock.seconds();
    const position = { newestId: 0, lastId: records.at(-1)!.id, since };
    return { entries, nextCursor: cursorOf(userId, list, position) };
  }

  /** Throws the same error for groups that do not exist and for groups of other users. */
  private async checkGroup(userId: number, groupKey: string): Promise<void> {
    if (UUID.test(groupKey) && (await this.callRecordsRepository.hasGroup(userId, groupKey)))
      return;
    throw new ApiError('NOT_FOUND', 404, 'There is no such group in the call history');
  }
}

/** Returns no records if the group was cleared meanwhile. */
function entriesOf(group: HistoryGroup, records: HistoryRecord[]): HistoryEntry[] {
  const [newest] = records;
  return newest ? [{ group, records, lastCallAt: newest.startedAt }] : [];
}
