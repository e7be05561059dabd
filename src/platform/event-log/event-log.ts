// The event log: one table of all events; within a realm, id order is commit order.
// A sequence value is taken before the commit, so two transactions could commit in the reverse order
// of their ids, and a reader would skip the later commit. To prevent this, the append is the last
// statement of its transaction and holds an advisory lock of the realm until the commit.
// See docs/decisions/0004-event-log-order.md.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Audience } from './audience.js';
import { definitionOf, type LoggedEvent, type NewEvent } from './event-definition.js';
import { WakeUps } from './wake-ups.js';

/** First key of the advisory locks; the second is the realm id. */
const APPEND_LOCK = 0x70_61_72_6c;

const APPEND = `
  WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock($1, $2)),
  new_events AS (
    SELECT event FROM locked, json_array_elements($3::json) WITH ORDINALITY AS e (event, position)
    ORDER BY position
  ),
  appended AS (
    INSERT INTO event_log (realm_id, id, type, payload, audience)
    SELECT $2,
      CASE WHEN event->>'ids' IS NULL THEN nextval('event_log_id_seq') ELSE (
        SELECT max(nextval('event_log_id_seq')) FROM generate_series(1, (event->>'ids')::integer)
      ) END,
      event->>'type', event->'payload', event->'audience'
    FROM new_events
    RETURNING id
  )
  SELECT max(id) AS id FROM appended`;

const READ = `
  SELECT e.realm_id AS "realmId", e.id, e.type, e.payload, e.audience,
    octet_length(e.payload::text) + octet_length(e.audience::text) AS bytes
  FROM unnest($1::integer[], $2::bigint[]) AS c (realm_id, after_id),
  LATERAL (
    SELECT * FROM event_log l
    WHERE l.realm_id = c.realm_id AND l.id > c.after_id
    ORDER BY l.id LIMIT $3
  ) e
  ORDER BY e.realm_id, e.id`;

/** An event without its id, which is not known in the process that committed it. */
export type CommittedEvent = Pick<NewEvent, 'type' | 'payload'>;

export type ChangeListener = (realmId: number, events: readonly CommittedEvent[]) => void;

interface EventRow {
  realmId: number;
  id: number;
  type: string;
  payload: object;
  audience: Audience;
  bytes: number;
}

@Injectable()
export class EventLog {
  private readonly pending = new WeakMap<object, NewEvent[]>();
  private readonly committedListeners: ChangeListener[] = [];

  constructor(
    private readonly database: Database,
    private readonly wakeUps: WakeUps,
  ) {}

  /** Calls `listener` after each commit of this process that appended events. */
  onCommitted(listener: ChangeListener): void {
    this.committedListeners.push(listener);
  }

  /** Appends events to the current transaction, in this order. Throws outside a transaction. */
  append(...events: NewEvent[]): void {
    const transaction = this.database.transactionKey;
    const pending = this.pending.get(transaction);
    if (pending) {
      pending.push(...events);
      return;
    }
    this.pending.set(transaction, events);
    this.database.beforeCommit(() => {
      // Events appended during the write start a new list.
      this.pending.delete(transaction);
      return this.write(events);
    });
  }

  /**
   * Blocks appends of other transactions to the realm until the current transaction ends. Reads
   * after this call contain the effects of exactly the events before this transaction's own.
   */
  async hold(realmId: number): Promise<void> {
    if (!this.database.inTransaction) throw new Error('Only a transaction can hold the event log');
    await this.database.query(`SELECT pg_advisory_xact_lock($1, $2)`, [APPEND_LOCK, realmId], {
      prepare: true,
    });
  }

  /** The events of a realm with ids above `afterId`, oldest first. */
  read(realmId: number, afterId: number, limit: number): Promise<LoggedEvent[]> {
    return this.readRealms(new Map([[realmId, afterId]]), limit);
  }

  /** As read, for several realms with their `afterId`; at most `limit` events of each. */
  async readRealms(positions: Map<number, number>, limit: number): Promise<LoggedEvent[]> {
    const rows = await this.database.query<EventRow>(
      READ,
      [[...positions.keys()], [...positions.values()], limit],
      { prepare: true },
    );
    return rows.map((row) => ({
      realmId: row.realmId,
      id: row.id,
      type: row.type,
      payload: row.payload,
      audience: sorted(row.audience),
      bytes: row.bytes,
    }));
  }

  /**
   * The id of the newest committed event of a realm. In a snapshot transaction this is the position
   * in the log at which the snapshot was taken.
   */
  async latestId(realmId: number): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      `SELECT coalesce(max(id), 0) AS id FROM event_log WHERE realm_id = $1`,
      [realmId],
      { prepare: true },
    );
    return row?.id ?? 0;
  }

  private async write(events: NewEvent[]): Promise<void> {
    const byRealm = new Map<number, NewEvent[]>();
    for (const event of events) {
      const list = byRealm.get(event.realmId);
      if (list) list.push(event);
      else byRealm.set(event.realmId, [event]);
    }
    // Ascending order, so that two transactions that append to the same realms cannot deadlock.
    const realmIds = [...byRealm.keys()].toSorted((a, b) => a - b);
    for (const realmId of realmIds) {
      const own = byRealm.get(realmId)!;
      const list = own.map(({ type, payload, audience }) => ({
        type,
        payload,
        audience,
        ids: definitionOf(type)?.idsFor?.(payload),
      }));
      const [row] = await this.database.query<{ id: number }>(
        APPEND,
        [APPEND_LOCK, realmId, JSON.stringify(list)],
        { prepare: true },
      );
      this.database.afterCommit(() => {
        for (const listener of this.committedListeners) listener(realmId, own);
        this.wakeUps.publish(realmId, row!.id);
      });
    }
  }
}

function sorted(audience: Audience): Audience {
  if (audience.kind === 'users' || audience.kind === 'public-stream') {
    audience.userIds.sort((a, b) => a - b);
  } else if (audience.kind === 'non-guests') {
    audience.guestIds.sort((a, b) => a - b);
  }
  return audience;
}
