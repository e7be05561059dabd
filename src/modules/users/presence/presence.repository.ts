import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import {
  AWAY_AFTER_MS,
  type HidingTimes,
  type Presence,
  type PresenceReport,
  type PresenceStore,
  REWRITE_AFTER_MS,
  type StoredPresence,
} from './presence-store.js';

/**
 * The row of the realm's clock is locked until the commit, so that update ids become visible in order.
 * Reports that change nothing take neither the lock nor an update id.
 */
const REPORT = `
  WITH input AS (
    SELECT g.user_id, g.is_active, p.last_active_at, p.last_connected_at,
      g.is_active AND coalesce(p.last_active_at < $4::timestamptz - $6 * interval '1 ms', true)
        AS sets_active,
      coalesce(p.last_connected_at < $4::timestamptz - $6 * interval '1 ms', true)
        AS sets_connected,
      p.user_id IS NULL OR
        g.is_active AND coalesce(p.last_active_at < $4::timestamptz - $7 * interval '1 ms', true)
        AS is_back
    FROM unnest($2::integer[], $3::boolean[]) AS g (user_id, is_active)
    LEFT JOIN presences p ON p.user_id = g.user_id
  ),
  changed AS (
    SELECT user_id, is_back,
      CASE WHEN sets_active THEN $4::timestamptz ELSE last_active_at END AS active_at,
      CASE WHEN sets_connected THEN $4::timestamptz ELSE last_connected_at END AS connected_at
    FROM input WHERE sets_active OR sets_connected
  ),
  clock AS (
    INSERT INTO presence_clocks (realm_id, update_id)
    SELECT $1::integer, $5::bigint WHERE EXISTS (SELECT 1 FROM changed)
    ON CONFLICT (realm_id) DO UPDATE
      SET update_id = greatest(presence_clocks.update_id + 1, EXCLUDED.update_id)
    RETURNING update_id
  ),
  written AS (
    INSERT INTO presences (user_id, realm_id, last_active_at, last_connected_at, update_id)
    SELECT user_id, $1::integer, active_at, connected_at, update_id FROM changed, clock
    ON CONFLICT (user_id) DO UPDATE
      SET last_active_at = greatest(presences.last_active_at, EXCLUDED.last_active_at),
        last_connected_at = greatest(presences.last_connected_at, EXCLUDED.last_connected_at),
        update_id = EXCLUDED.update_id
  )
  SELECT user_id AS "userId", (extract(epoch FROM active_at) * 1000)::bigint AS "activeAt",
    (extract(epoch FROM connected_at) * 1000)::bigint AS "connectedAt"
  FROM changed WHERE is_back`;

const HIDE = `
  WITH shown AS (
    SELECT user_id FROM presences
    WHERE user_id = ANY($2::integer[]) AND realm_id = $1
      AND (last_connected_at > $3::timestamptz OR last_active_at > $3::timestamptz)
  ),
  clock AS (
    INSERT INTO presence_clocks (realm_id, update_id)
    SELECT $1::integer, $4::bigint WHERE EXISTS (SELECT 1 FROM shown)
    ON CONFLICT (realm_id) DO UPDATE
      SET update_id = greatest(presence_clocks.update_id + 1, EXCLUDED.update_id)
    RETURNING update_id
  )
  UPDATE presences p
  SET last_active_at = CASE WHEN last_active_at > $3 THEN $3 ELSE last_active_at END,
    last_connected_at = least(last_connected_at, $3), update_id = clock.update_id
  FROM clock, shown WHERE p.user_id = shown.user_id
  RETURNING p.user_id AS "userId", (extract(epoch FROM last_active_at) * 1000)::bigint AS "activeAt",
    (extract(epoch FROM last_connected_at) * 1000)::bigint AS "connectedAt"`;

const COLUMNS = `user_id AS "userId", (extract(epoch FROM last_active_at) * 1000)::bigint AS "activeAt",
  (extract(epoch FROM last_connected_at) * 1000)::bigint AS "connectedAt", update_id AS "updateId"`;

@Injectable()
export class PresenceRepository implements PresenceStore {
  constructor(private readonly database: Database) {}

  async report(realmId: number, reports: PresenceReport[], now: Date): Promise<Presence[]> {
    const values = [
      realmId,
      reports.map(({ userId }) => userId),
      reports.map(({ isActive }) => isActive),
      now,
      now.getTime(),
      REWRITE_AFTER_MS,
      AWAY_AFTER_MS,
    ];
    return this.database.transaction(
      () => this.database.query<Presence>(REPORT, values, { prepare: true }),
      { fireAndForget: true },
    );
  }

  hide(realmId: number, userIds: number[], { latest, now }: HidingTimes): Promise<Presence[]> {
    return this.database.query<Presence>(HIDE, [realmId, userIds, latest, now.getTime()]);
  }

  changedAfter(realmId: number, updateId: number): Promise<StoredPresence[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM presences WHERE realm_id = $1 AND update_id > $2 ORDER BY update_id`,
      [realmId, updateId],
      { prepare: true },
    );
  }

  async find(realmId: number, userId: number): Promise<StoredPresence | undefined> {
    const [row] = await this.database.query<StoredPresence>(
      `SELECT ${COLUMNS} FROM presences WHERE user_id = $2 AND realm_id = $1`,
      [realmId, userId],
      { prepare: true },
    );
    return row;
  }

  /** The newest update id of the realm; 0 if there is none. */
  async clock(realmId: number): Promise<number> {
    const [row] = await this.database.query<{ updateId: number }>(
      `SELECT update_id AS "updateId" FROM presence_clocks WHERE realm_id = $1`,
      [realmId],
      { prepare: true },
    );
    return row?.updateId ?? 0;
  }

  /** Stores presences from Redis; newer stored times are left unchanged. */
  async save(realmId: number, presences: StoredPresence[]): Promise<void> {
    await this.database.query(
      `WITH input AS (
         SELECT g.user_id, to_timestamp(g.active_ms / 1000) AS active_at,
           to_timestamp(g.connected_ms / 1000) AS connected_at, g.update_id
         FROM unnest($2::integer[], $3::float8[], $4::float8[], $5::bigint[])
           AS g (user_id, active_ms, connected_ms, update_id)
         JOIN users u ON u.id = g.user_id AND u.realm_id = $1::integer
       ),
       clock AS (
         INSERT INTO presence_clocks (realm_id, update_id)
         SELECT $1::integer, max(update_id) FROM input HAVING count(*) > 0
         ON CONFLICT (realm_id) DO UPDATE
           SET update_id = greatest(presence_clocks.update_id, EXCLUDED.update_id)
         RETURNING 1
       )
       INSERT INTO presences (user_id, realm_id, last_active_at, last_connected_at, update_id)
       SELECT input.user_id, $1::integer, active_at, connected_at, update_id FROM input, clock
       ON CONFLICT (user_id) DO UPDATE
         SET last_active_at = greatest(presences.last_active_at, EXCLUDED.last_active_at),
           last_connected_at = greatest(presences.last_connected_at, EXCLUDED.last_connected_at),
           update_id = greatest(presences.update_id, EXCLUDED.update_id)`,
      [
        realmId,
        presences.map(({ userId }) => userId),
        presences.map(({ activeAt }) => activeAt),
        presences.map(({ connectedAt }) => connectedAt),
        presences.map(({ updateId }) => updateId),
      ],
    );
  }

  /** Does nothing: all data are in PostgreSQL. */
  dropRealm(): Promise<void> {
    return Promise.resolve();
  }
}
