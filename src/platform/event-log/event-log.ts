// The event log: one table of all events; within a realm, id order is commit order.
// A sequence value is taken before the commit, so two transactions could commit in the reverse order
// of their ids, and a reader would skip the later commit. To prevent this, the append is the last
// statement of its transaction and holds an advisory lock of the realm until the commit.
// See docs/decisions/0005-event-log-order.md.
import { Injectable } from '@nestjs/common';
import { Database, TransactionPostponed } from '#platform/database/database.js';
import type { Audience } from './audience.js';
import { definitionOf, type LoggedEvent, type NewEvent } from './event-definition.js';
import { type CheckedRights, checkedRights, RightsChanged } from './rights-check.js';
import { WakeUps } from './wake-ups.js';

/** First key of the advisory locks; the second is the realm id. */
const APPEND_LOCK = 0x70_61_72_6c;

const LOCK = `SELECT pg_advisory_xact_lock($1, $2)`;

/**
 * Held by a process that repeats an act, and shared by transactions that change rights. These do not wait
 * for it but begin again, so that they hold no other locks meanwhile.
 */
const RIGHTS_LOCK = 0x70_61_72_6d;

/**
 * Appends nothing if rights have changed since $4, null if they were not checked, or if the events change
 * rights ($5) while they are held.
 */
const APPEND = `
  WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock($1, $2)),
  changed AS MATERIALIZED (
    SELECT $4::bigint IS NOT NULL AND EXISTS (
      SELECT FROM event_log WHERE realm_id = $2 AND id > $4 AND changes_rights
    ) OR $5::boolean AND NOT pg_try_advisory_xact_lock_shared(${RIGHTS_LOCK}, $2) AS rights
  ),
  new_events AS (
    SELECT event
    FROM locked, changed, json_array_elements($3::json) WITH ORDINALITY AS e (event, position)
    WHERE NOT changed.rights
    ORDER BY position
  ),
  appended AS (
    INSERT INTO event_log (realm_id, id, type, payload, audience, changes_rights)
    SELECT $2,
      CASE WHEN event->>'ids' IS NULL THEN nextval('event_log_id_seq') ELSE (
        SELECT max(nextval('event_log_id_seq')) FROM generate_series(1, (event->>'ids')::integer)
      ) END,
      event->>'type', event->'payload', event->'audience',
      coalesce((event->>'changesRights')::boolean, false)
    FROM new_events
    RETURNING id
  )
  SELECT (SELECT max(id) FROM appended) AS id, rights AS "rightsChanged" FROM changed`;

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

/** What a transaction appends, and the checks of the requests for which it does. */
interface Pending {
  events: NewEvent[];
  rights: Set<CheckedRights>;
  /** Work of `whileHeld`, by realm. */
  works: Map<number, (() => Promise<void>)[]>;
}

@Injectable()
export class EventLog {
  private readonly pending = new WeakMap<object, Pending>();
  private readonly committedListeners: ChangeListener[] = [];
  /** By realm: the newest event that this process appended and that changes rights. */
  private readonly rightsChanges = new Map<number, number>();

  constructor(
    private readonly database: Database,
    private readonly wakeUps: WakeUps,
  ) {}

  /** Calls `listener` after each commit of this process that appended events. */
  onCommitted(listener: ChangeListener): void {
    this.committedListeners.push(listener);
  }

  /** An event up to which the rights of a realm were changed by this process; 0 without one. */
  latestRightsChange(realmId: number): number {
    return this.rightsChanges.get(realmId) ?? 0;
  }

  /** Appends events to the current transaction, in this order. Throws outside a transaction. */
  append(...events: NewEvent[]): void {
    const pending = this.pendingOf(this.database.transactionKey);
    pending.events.push(...events);
    const rights = checkedRights.get();
    if (rights && !rights.isOver) pending.rights.add(rights);
  }

  /**
   * Runs `work` before the commit, while appends of other transactions to the realm are blocked. Its first
   * statement is sent together with the append. Without events for the realm, `work` does not run.
   */
  whileHeld(realmId: number, work: () => Promise<void>): void {
    const { works } = this.pendingOf(this.database.transactionKey);
    works.set(realmId, [...(works.get(realmId) ?? []), work]);
  }

  /**
   * Blocks appends of other transactions to the realm until the current transaction ends. Reads
   * after this call contain the effects of exactly the events before this transaction's own.
   */
  async hold(realmId: number): Promise<void> {
    if (!this.database.inTransaction) throw new Error('Only a transaction can hold the event log');
    await this.lock(realmId);
  }

  /** Runs `work` while nothing else in the realm changes rights, in any process. */
  holdRights<T>(realmId: number, work: () => Promise<T>): Promise<T> {
    return this.database.withLock(RIGHTS_LOCK, realmId, work);
  }

  /** The events of a realm with ids above `afterId`, oldest first. */
  read(realmId: number, afterId: number, limit: number): Promise<LoggedEvent[]> {
    return this.readRealms(new Map([[realmId, afterId]]), limit);
  }

  /** As read, for several realms with their `afterId`; at most `limit` events of each. */
  async readRealms(positions: Map<number, number>, limit: number): Promise<LoggedEvent[]> {
    const values = [[...positions.keys()], [...positions.values()], limit];
    // Planning for each set of values costs five times as much as reading a few events.
    const rows = await this.database.transaction(
      () => this.database.query<EventRow>(READ, values, { prepare: true }),
      { genericPlans: true },
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

  private async lock(realmId: number): Promise<void> {
    await this.database.query(LOCK, [APPEND_LOCK, realmId], { prepare: true });
  }

  private pendingOf(transaction: object): Pending {
    const pending = this.pending.get(transaction);
    if (pending) return pending;
    const added: Pending = { events: [], rights: new Set(), works: new Map() };
    this.pending.set(transaction, added);
    this.database.beforeCommit(() => {
      // Events appended during the write start a new list.
      this.pending.delete(transaction);
      return this.write(added);
    });
    return added;
  }

  private async write({ events, rights, works }: Pending): Promise<void> {
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
        changesRights: definitionOf(type)?.changesRights?.(payload),
      }));
      const checks = [...rights].filter((check) => check.realmId === realmId);
      const changesRights = list.some((event) => event.changesRights);
      const [id] = await Promise.all([
        this.writeTo(realmId, JSON.stringify(list), changesRights, checks),
        ...(works.get(realmId) ?? []).map((work) => work()),
      ]);
      this.database.afterCommit(() => {
        for (const check of checks) check.isCommitted = true;
        if (changesRights) this.rightsChanges.set(realmId, id);
        for (const listener of this.committedListeners) listener(realmId, own);
        this.wakeUps.publish(realmId, id);
      });
    }
  }

  /** Returns the id of the last event. */
  private async writeTo(
    realmId: number,
    list: string,
    changesRights: boolean,
    checks: CheckedRights[],
  ): Promise<number> {
    // A statement sees what was committed before it began, so the lock is a statement of its own,
    // which is sent together with the next one.
    const { inSnapshot } = this.database;
    const isChecked = checks.length > 0 && !inSnapshot;
    const isRepeated = checks.some((check) => check.isRepeated);
    const asOf = isChecked ? Math.min(...checks.map((check) => check.asOf)) : null;
    const locked = isChecked ? this.lock(realmId) : undefined;
    const appended = this.database.query<{ id: number; rightsChanged: boolean }>(
      APPEND,
      [APPEND_LOCK, realmId, list, asOf, changesRights && !isRepeated && !inSnapshot],
      { prepare: true },
    );
    const [[row]] = await Promise.all([appended, locked]);
    if (row!.rightsChanged) {
      if (isChecked) throw new RightsChanged();
      throw new TransactionPostponed(() => this.holdRights(realmId, async () => {}));
    }
    return row!.id;
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
