import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { CallEntity } from './call.entity.js';
import type { LiveCall, Participant } from './call-lifecycle.js';
import type { CallParticipantEntity } from './call-participant.entity.js';

/** A call as stored, with its conversation and participants. */
export interface Call extends LiveCall, Omit<CallEntity, keyof LiveCall> {
  /** Null for direct messages. */
  streamId: number | null;
  /** Null for channels. */
  dmUserIds: number[] | null;
  /** By ascending user id. */
  participants: Participant[];
}

type CallRow = Omit<Call, 'participants'>;

const COLUMNS = `
  c.id, c.realm_id AS "realmId", c.recipient_id AS "recipientId", c.topic, c.title,
  c.app_call_id AS "appCallId", c.media_type AS "mediaType", c.state,
  c.initiator_id AS "initiatorId", c.metadata, c.started_at AS "startedAt",
  c.answered_at AS "answeredAt", c.ended_at AS "endedAt", c.end_reason AS "endReason",
  c.ring_ends_at AS "ringEndsAt", r.stream_id AS "streamId", r.user_ids AS "dmUserIds"`;

const FROM = `FROM calls c JOIN recipients r ON r.id = c.recipient_id`;

@Injectable()
export class CallsRepository {
  constructor(private readonly database: Database) {}

  /** Finds the live call of a conversation. */
  async findLiveId(recipientId: number, topic: string): Promise<string | undefined> {
    const [row] = await this.database.query<{ id: string }>(
      `SELECT id FROM calls
       WHERE recipient_id = $1 AND upper(topic) = upper($2) AND ended_at IS NULL`,
      [recipientId, topic],
      { prepare: true },
    );
    return row?.id;
  }

  async find(realmId: number, id: string): Promise<Call | undefined> {
    const [call] = await this.withParticipants(
      this.database.query<CallRow>(
        `SELECT ${COLUMNS} ${FROM} WHERE c.id = $1 AND c.realm_id = $2`,
        [id, realmId],
        { prepare: true },
      ),
    );
    return call;
  }

  /** Returns the live calls whose events the user receives, newest first. */
  findLiveOf(realmId: number, userId: number): Promise<Call[]> {
    return this.withParticipants(
      this.database.query<CallRow>(
        `SELECT ${COLUMNS} ${FROM}
         JOIN call_participants p ON p.call_id = c.id
         WHERE p.user_id = $2 AND p.is_live AND p.is_notified AND c.realm_id = $1
         ORDER BY date_trunc('second', c.started_at) DESC, c.id`,
        [realmId, userId],
        { prepare: true },
      ),
    );
  }

  /** Locks the call until the end of the transaction. */
  async lock(realmId: number, id: string): Promise<Call | undefined> {
    const values = [id, realmId];
    // Both statements are sent together. A second statement reads the participants, because it sees what was
    // committed while the first statement waited for the lock.
    const rows = this.database.query<CallRow>(
      `SELECT ${COLUMNS} ${FROM} WHERE c.id = $1 AND c.realm_id = $2 FOR NO KEY UPDATE OF c`,
      values,
      { prepare: true },
    );
    const [[row], participants] = await Promise.all([rows, this.participantsOf([id])]);
    return row && { ...row, participants: participants.get(id) ?? [] };
  }

  /** Locks live calls of the realm in the order of their ids. */
  lockLive(realmId: number, afterId: string | null, limit: number): Promise<Call[]> {
    return this.lockMany(
      `c.realm_id = $1 AND c.ended_at IS NULL AND ($2::uuid IS NULL OR c.id > $2) ORDER BY c.id LIMIT $3`,
      [realmId, afterId, limit],
    );
  }

  /** Locks calls whose ring time is over; skips locked calls, which another process ends. */
  lockRungOut(realmId: number, untilMs: number, limit: number): Promise<Call[]> {
    return this.lockMany(
      `c.realm_id = $1 AND c.ring_ends_at <= to_timestamp($2::bigint / 1000.0) ORDER BY c.ring_ends_at LIMIT $3`,
      [realmId, untilMs, limit],
      'SKIP LOCKED',
    );
  }

  /** Locks live calls that started before this time. */
  lockStartedBefore(realmId: number, time: Date, limit: number): Promise<Call[]> {
    return this.lockMany(
      `c.realm_id = $1 AND c.ended_at IS NULL AND c.started_at < $2 ORDER BY c.started_at LIMIT $3`,
      [realmId, time, limit],
      'SKIP LOCKED',
    );
  }

  /** The realms with calls whose ring time ended before `rungOut`, or that started before `overlong`. */
  async findOverdueRealms(times: { rungOut: Date; overlong: Date }): Promise<number[]> {
    const rows = await this.database.query<{ realmId: number }>(
      `SELECT realm_id AS "realmId" FROM calls WHERE ring_ends_at <= $1
       UNION
       SELECT realm_id FROM calls WHERE ended_at IS NULL AND started_at < $2
       ORDER BY 1`,
      [times.rungOut, times.overlong],
    );
    return rows.map(({ realmId }) => realmId);
  }

  /** Returns false if the conversation already has a live call. */
  async insert(call: Call): Promise<boolean> {
    const rows = await this.database.query(
      `WITH inserted AS (
         INSERT INTO calls (id, realm_id, recipient_id, topic, title, app_call_id, media_type, state,
           initiator_id, metadata, started_at, ring_ends_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         ON CONFLICT DO NOTHING RETURNING id
       )
       INSERT INTO call_participants
       SELECT p.* FROM inserted, json_populate_recordset(NULL::call_participants, $13) AS p
       RETURNING user_id`,
      [
        call.id,
        call.realmId,
        call.recipientId,
        call.topic,
        call.title,
        call.appCallId,
        call.mediaType,
        call.state,
        call.initiatorId,
        JSON.stringify(call.metadata),
        call.startedAt,
        call.ringEndsAt,
        JSON.stringify(participantRows(call)),
      ],
      { prepare: true },
    );
    return rows.length > 0;
  }

  /** Stores changed calls, and inserts or updates their participants. */
  async save(calls: Call[]): Promise<void> {
    const rows = calls.map(({ id, state, answeredAt, endedAt, endReason, ringEndsAt }) => ({
      id,
      state,
      answered_at: answeredAt,
      ended_at: endedAt,
      end_reason: endReason,
      ring_ends_at: ringEndsAt,
    }));
    await this.database.query(
      `WITH changed AS (
         UPDATE calls c SET state = n.state, answered_at = n.answered_at, ended_at = n.ended_at,
           end_reason = n.end_reason, ring_ends_at = n.ring_ends_at
         FROM json_to_recordset($1) AS n (id uuid, state text, answered_at timestamptz,
           ended_at timestamptz, end_reason text, ring_ends_at timestamptz)
         WHERE c.id = n.id
       )
       INSERT INTO call_participants AS existing
       SELECT * FROM json_populate_recordset(NULL::call_participants, $2)
       ON CONFLICT (call_id, user_id) DO UPDATE
         SET state = excluded.state, is_muted = excluded.is_muted,
           is_notified = excluded.is_notified, is_live = excluded.is_live,
           joined_at = excluded.joined_at, ended_at = excluded.ended_at
         WHERE (existing.state, existing.is_muted, existing.is_notified, existing.is_live,
             existing.joined_at, existing.ended_at)
           IS DISTINCT FROM (excluded.state, excluded.is_muted, excluded.is_notified,
             excluded.is_live, excluded.joined_at, excluded.ended_at)`,
      [JSON.stringify(rows), JSON.stringify(calls.flatMap(participantRows))],
      { prepare: true },
    );
  }

  /** Deletes calls that ended before this time, with their actions. Returns their number. */
  async deleteEndedBefore(time: Date, limit: number): Promise<number> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT id FROM calls WHERE ended_at < $1 ORDER BY ended_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [time, limit],
    );
    const ids = [rows.map(({ id }) => id)];
    await this.database.query(`DELETE FROM call_actions WHERE call_id = ANY($1::uuid[])`, ids);
    await this.database.query(`DELETE FROM call_participants WHERE call_id = ANY($1::uuid[])`, ids);
    await this.database.query(`DELETE FROM calls WHERE id = ANY($1::uuid[])`, ids);
    return rows.length;
  }

  private lockMany(condition: string, values: unknown[], wait = ''): Promise<Call[]> {
    return this.withParticipants(
      this.database.query<CallRow>(
        `SELECT ${COLUMNS} ${FROM} WHERE ${condition} FOR NO KEY UPDATE OF c ${wait}`,
        values,
        { prepare: true },
      ),
    );
  }

  private async withParticipants(reading: Promise<CallRow[]>): Promise<Call[]> {
    const rows = await reading;
    if (rows.length === 0) return [];
    const participants = await this.participantsOf(rows.map(({ id }) => id));
    return rows.map((row) => ({ ...row, participants: participants.get(row.id) ?? [] }));
  }

  private async participantsOf(callIds: string[]): Promise<Map<string, Participant[]>> {
    const rows = await this.database.query<CallParticipantEntity>(
      `SELECT call_id AS "callId", user_id AS "userId", state, is_muted AS "isMuted",
         is_notified AS "isNotified", joined_at AS "joinedAt", ended_at AS "endedAt"
       FROM call_participants WHERE call_id = ANY($1::uuid[]) ORDER BY call_id, user_id`,
      [callIds],
      { prepare: true },
    );
    const byCall = new Map<string, Participant[]>();
    for (const { callId, ...participant } of rows) {
      const list = byCall.get(callId);
      if (list) list.push(participant);
      else byCall.set(callId, [participant]);
    }
    return byCall;
  }
}

function participantRows({ id, endedAt, participants }: Call): object[] {
  return participants.map((one) => ({
    call_id: id,
    user_id: one.userId,
    state: one.state,
    is_muted: one.isMuted,
    is_notified: one.isNotified,
    is_live: endedAt === null,
    joined_at: one.joinedAt,
    ended_at: one.endedAt,
  }));
}
