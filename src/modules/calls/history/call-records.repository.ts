import { Injectable } from '@nestjs/common';
import { EMPTY_TOPIC_DISPLAY_NAME } from '#modules/realms/realms';
import { Database } from '#platform/database/database.js';
import type { CallOutcome } from './call-record.entity.js';

/** A new record of a call in the history of one user. */
export interface NewCallRecord {
  userId: number;
  callId: string;
  recipientId: number;
  topic: string;
  mediaType: 'audio' | 'video';
  isOutgoing: boolean;
  outcome: CallOutcome;
  startedAt: Date;
  answeredAt: Date | null;
  endedAt: Date | null;
  participantIds: number[];
}

/** Maximum number of names in a title. */
const MAX_NAMES = 20;

/** The names of the channel and the topic, or of the other users. */
const TITLE = `
  CASE WHEN r.stream_id IS NULL THEN coalesce((
    SELECT string_agg(named.full_name, ', ' ORDER BY named.position) FROM (
      SELECT u.full_name, member.position
      FROM unnest(r.user_ids) WITH ORDINALITY AS member (id, position)
      JOIN users u ON u.id = member.id
      WHERE member.id <> e.user_id ORDER BY member.position LIMIT ${MAX_NAMES}
    ) AS named), '')
  ELSE (
    SELECT '#' || s.name || ' > ' || coalesce(nullif(e.topic, ''), $2)
    FROM streams s WHERE s.id = r.stream_id)
  END`;

/** The newest record of a group in each list, and the counts of its records. */
const INSERT = `
  WITH entry AS MATERIALIZED (
    SELECT e.*, e.outcome = 'missed' AND NOT e.is_outgoing AS is_missed, ${TITLE} AS title,
      nextval('call_records_id_seq') AS id
    FROM json_to_recordset($1) AS e (user_id integer, call_id uuid, recipient_id integer, topic text,
      media_type text, is_outgoing boolean, outcome text, started_at timestamptz,
      answered_at timestamptz, ended_at timestamptz, participant_ids integer[])
    JOIN recipients r ON r.id = e.recipient_id
  ), counted AS (
    SELECT *, (media_type = 'audio')::integer AS audio, (media_type = 'video')::integer AS video,
      is_missed::integer AS missed,
      CASE WHEN media_type = 'audio' THEN id END AS audio_id,
      CASE WHEN media_type = 'video' THEN id END AS video_id
    FROM entry
  ), in_group AS (
    INSERT INTO call_groups AS g (id, user_id, recipient_id, topic, title, audio_count,
      audio_missed_count, video_count, video_missed_count, last_id, last_missed_id, last_audio_id,
      last_audio_missed_id, last_video_id, last_video_missed_id)
    SELECT gen_random_uuid(), user_id, recipient_id, topic, title, audio, audio * missed, video, video * missed,
      id, CASE WHEN is_missed THEN id END, audio_id, CASE WHEN is_missed THEN audio_id END,
      video_id, CASE WHEN is_missed THEN video_id END
    FROM counted
    ON CONFLICT (user_id, recipient_id, upper(topic)) DO UPDATE SET
      title = excluded.title,
      audio_count = g.audio_count + excluded.audio_count,
      audio_missed_count = g.audio_missed_count + excluded.audio_missed_count,
      video_count = g.video_count + excluded.video_count,
      video_missed_count = g.video_missed_count + excluded.video_missed_count,
      last_id = excluded.last_id,
      last_missed_id = coalesce(excluded.last_missed_id, g.last_missed_id),
      last_audio_id = coalesce(excluded.last_audio_id, g.last_audio_id),
      last_audio_missed_id = coalesce(excluded.last_audio_missed_id, g.last_audio_missed_id),
      last_video_id = coalesce(excluded.last_video_id, g.last_video_id),
      last_video_missed_id = coalesce(excluded.last_video_missed_id, g.last_video_missed_id)
    RETURNING id, last_id
  )
  INSERT INTO call_records (id, user_id, group_id, call_id, media_type, is_outgoing, outcome,
    is_missed, started_at, answered_at, ended_at, participant_ids)
  SELECT e.id, e.user_id, in_group.id, e.call_id, e.media_type, e.is_outgoing, e.outcome,
    e.is_missed, e.started_at, e.answered_at, e.ended_at, e.participant_ids
  FROM entry e JOIN in_group ON in_group.last_id = e.id`;

const CLEAR = `
  UPDATE call_groups SET audio_count = 0, audio_missed_count = 0, video_count = 0,
    video_missed_count = 0, last_id = NULL, last_missed_id = NULL, last_audio_id = NULL,
    last_audio_missed_id = NULL, last_video_id = NULL, last_video_missed_id = NULL
  WHERE id = $1 AND user_id = $2`;

@Injectable()
export class CallRecordsRepository {
  constructor(private readonly database: Database) {}

  /** Inserts at most one record for each user and conversation. Must be called while the event log is held. */
  async insert(records: NewCallRecord[]): Promise<void> {
    const rows = records.map((record) => ({
      user_id: record.userId,
      call_id: record.callId,
      recipient_id: record.recipientId,
      topic: record.topic,
      media_type: record.mediaType,
      is_outgoing: record.isOutgoing,
      outcome: record.outcome,
      started_at: record.startedAt,
      answered_at: record.answeredAt,
      ended_at: record.endedAt,
      participant_ids: record.participantIds,
    }));
    await this.database.query(INSERT, [JSON.stringify(rows), EMPTY_TOPIC_DISPLAY_NAME], {
      prepare: true,
    });
  }

  async hasGroup(userId: number, id: string): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT FROM call_groups WHERE id = $1 AND user_id = $2`,
      [id, userId],
      { prepare: true },
    );
    return rows.length > 0;
  }

  /** Deletes all records of the group and returns their number. */
  async clear(userId: number, groupId: string): Promise<number> {
    await this.database.query(CLEAR, [groupId, userId]);
    const [row] = await this.database.query<{ count: number }>(
      `WITH deleted AS (
         DELETE FROM call_records WHERE group_id = $1 AND user_id = $2 RETURNING 1
       )
       SELECT count(*)::integer AS count FROM deleted`,
      [groupId, userId],
    );
    return row!.count;
  }
}
