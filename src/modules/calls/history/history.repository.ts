import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { CallRecordEntity } from './call-record.entity.js';
import type { HistoryList } from './history-cursor.js';

export interface HistoryGroup {
  id: string;
  title: string;
  topic: string;
  /** Null for direct messages. */
  streamId: number | null;
  /** Null for channels. */
  dmUserIds: number[] | null;
  callCount: number;
  missedCount: number;
  /** Id of the newest record that matched the filters when the first page was read. */
  position: number;
}

/** Columns of call_groups for the filters of a list. */
interface ListColumns {
  last: string;
  count: string;
  missedCount: string;
}

/** Participants as JSON, which is parsed much faster than an array. */
const RECORD = `
  r.id, r.group_id AS "groupId", r.call_id AS "callId", r.media_type AS "mediaType",
  r.is_outgoing AS "isOutgoing", r.outcome, r.started_at AS "startedAt",
  r.answered_at AS "answeredAt", r.ended_at AS "endedAt", to_json(r.participant_ids) AS "participantIds"`;

export type HistoryRecord = Omit<CallRecordEntity, 'userId' | 'isMissed'>;

@Injectable()
export class HistoryRepository {
  constructor(private readonly database: Database) {}

  /**
   * Returns the groups with records before `beforeId`, newest first. Records newer than `newestId` are ignored, so
   * that each group has the position that it had when the first page was read.
   */
  findGroups(
    userId: number,
    list: HistoryList,
    { newestId, beforeId, limit }: { newestId: number; beforeId: number; limit: number },
  ): Promise<HistoryGroup[]> {
    const { last, count, missedCount } = columnsOf(list);
    return this.database.query(
      `WITH positions AS (
         (SELECT id, ${last} AS position FROM call_groups
          WHERE user_id = $1 AND ${last} < $2 AND ${last} <= $3
          ORDER BY ${last} DESC LIMIT $4)
         UNION ALL
         (SELECT g.id, earlier.id FROM call_groups g
          CROSS JOIN LATERAL (${newestRecords('g.id', '$3', '1', 'r.id')}) AS earlier
          WHERE g.user_id = $1 AND g.${last} > $3 AND earlier.id < $2)
         ORDER BY position DESC LIMIT $4
       )
       SELECT g.id, g.title, g.topic, rc.stream_id AS "streamId", rc.user_ids AS "dmUserIds",
         ${count} AS "callCount", ${missedCount} AS "missedCount", positions.position
       FROM positions
       JOIN call_groups g ON g.id = positions.id
       JOIN recipients rc ON rc.id = g.recipient_id
       ORDER BY positions.position DESC`,
      [userId, beforeId, newestId, limit, ...kindsOf(list)],
      { prepare: true },
    );
  }

  /** Finds a group of the user. */
  async findGroup(
    userId: number,
    id: string,
    list: HistoryList,
  ): Promise<HistoryGroup | undefined> {
    const { last, count, missedCount } = columnsOf(list);
    const [group] = await this.database.query<HistoryGroup>(
      `SELECT g.id, g.title, g.topic, rc.stream_id AS "streamId", rc.user_ids AS "dmUserIds",
         ${count} AS "callCount", ${missedCount} AS "missedCount", coalesce(${last}, 0) AS position
       FROM call_groups g JOIN recipients rc ON rc.id = g.recipient_id
       WHERE g.id = $1 AND g.user_id = $2`,
      [id, userId],
      { prepare: true },
    );
    return group;
  }

  /** Returns the newest records of each group up to `newestId`, newest first. */
  async findRecords(
    groupIds: string[],
    list: HistoryList,
    { newestId, limit }: { newestId: number; limit: number },
  ): Promise<Map<string, HistoryRecord[]>> {
    const rows = await this.database.query<HistoryRecord>(
      `SELECT newest.* FROM unnest($1::uuid[]) WITH ORDINALITY AS g (id, place)
       CROSS JOIN LATERAL (${newestRecords('g.id', '$2', '$3', RECORD, 3)}) AS newest
       ORDER BY g.place, newest.id DESC`,
      [groupIds, newestId, limit, ...kindsOf(list)],
      { prepare: true },
    );
    const byGroup = new Map<string, HistoryRecord[]>(groupIds.map((id) => [id, []]));
    for (const row of rows) byGroup.get(row.groupId)!.push(row);
    return byGroup;
  }
}

/**
 * SELECT of the newest records of a group up to an id. In the index, the records of each combination of media
 * type and missed are in the order of their ids, so that each combination is read from its newest record.
 * The parameters after `offset` are those of `kindsOf`.
 */
function newestRecords(
  groupId: string,
  upTo: string,
  limit: string,
  columns: string,
  offset = 4,
): string {
  return `
    SELECT r.* FROM unnest($${offset + 1}::text[], $${offset + 2}::boolean[]) AS kind (media_type, is_missed)
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM call_records r
      WHERE r.group_id = ${groupId} AND r.media_type = kind.media_type
        AND r.is_missed = kind.is_missed AND r.id <= ${upTo}
      ORDER BY r.id DESC LIMIT ${limit}
    ) AS r
    ORDER BY r.id DESC LIMIT ${limit}`;
}

/** The combinations that match the filters, as two parallel lists. */
function kindsOf({
  missedOnly,
  mediaType,
}: HistoryList): [mediaTypes: string[], missed: boolean[]] {
  const mediaTypes = mediaType === undefined ? ['audio', 'video'] : [mediaType];
  const missed = missedOnly ? [true] : [false, true];
  const kinds = mediaTypes.flatMap((type) => missed.map((one) => [type, one] as const));
  return [kinds.map(([type]) => type), kinds.map(([, one]) => one)];
}

function columnsOf({ missedOnly, mediaType }: HistoryList): ListColumns {
  const missedCount =
    mediaType === undefined
      ? 'audio_missed_count + video_missed_count'
      : `${mediaType}_missed_count`;
  const all = mediaType === undefined ? 'audio_count + video_count' : `${mediaType}_count`;
  const media = mediaType === undefined ? '' : `_${mediaType}`;
  return {
    last: `last${media}${missedOnly ? '_missed' : ''}_id`,
    count: missedOnly ? missedCount : all,
    missedCount,
  };
}
