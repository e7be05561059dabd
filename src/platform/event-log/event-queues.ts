// The queues of all clients, as rows. Each process keeps those that it serves in memory and writes
// back in batches when they were last seen, so that a poll costs no write of its own.
import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '#platform/clock.js';
import { randomId } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { Audience } from './audience.js';
import { defineEvent, type LoggedEvent } from './event-definition.js';
import { EventLog } from './event-log.js';
import {
  type EventQueue,
  type EventQueueOptions,
  type GuestChange,
  isExpired,
  seenGranularitySeconds,
} from './event-queue.js';
import { EventTail } from './event-tail.js';

const FLUSH_MS = 1000;
const COLLECT_MS = 60_000;

interface QueueRow {
  id: string;
  realm_id: number;
  user_id: number;
  client_name: string;
  options: EventQueueOptions;
  idle_timeout_seconds: number;
  start_event_id: number;
  acknowledged_event_id: number;
  last_seen_at: Date;
  is_guest: boolean;
  guest_changes: GuestChange[];
}

interface QueueOwner {
  realmId: number;
  userId: number;
}

interface LocalQueue {
  queue: EventQueue;
  /** `last_seen_at` as the table has it, in milliseconds. */
  writtenSeenAt: number;
}

/** Tells every process that a queue was ended by its owner. */
const queueEnded = defineEvent<{ queueId: string }>({ type: 'parley:queue_ended' });

/**
 * Tells every process, and nobody else, that a person became a guest or ceased to be one. What
 * happened before is handed out to them as they were then, however late they ask.
 */
export const guestChanged = defineEvent<{ userId: number; wasGuest: boolean }>({
  type: 'parley:guest_changed',
});

@Injectable()
export class EventQueues implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly local = new Map<string, LocalQueue>();
  private readonly endListeners = new Set<(queueId: string) => void>();
  private flushTimer: NodeJS.Timeout | undefined;
  private collectTimer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly eventTail: EventTail,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    // Before the polls hear of the same events.
    eventTail.onEvents((_realmId, events) => {
      for (const event of events) {
        this.applyGuestChange(event);
        if (event.type !== queueEnded.type) continue;
        this.forget((event.payload as { queueId: string }).queueId);
      }
    });
    eventTail.onRealmClosed((realmId) => this.forgetRealm(realmId));
  }

  onApplicationBootstrap(): void {
    this.flushTimer = setInterval(() => this.scheduleFlush(), FLUSH_MS);
    this.collectTimer = setInterval(() => {
      this.deleteIdle().catch((error: unknown) =>
        this.logger.warn({ err: error }, 'Idle event queues could not be collected'),
      );
    }, COLLECT_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.flushTimer);
    clearInterval(this.collectTimer);
    await this.flushing;
    await this.flush(true).catch((error: unknown) =>
      this.logger.warn({ err: error }, 'Event queues could not be written back'),
    );
  }

  /** Number of queues that this process served lately. */
  get localCount(): number {
    return this.local.size;
  }

  onQueueEnded(listener: (queueId: string) => void): void {
    this.endListeners.add(listener);
  }

  /**
   * Creates a queue that begins after `startEventId` and returns its id. Joins the present
   * transaction.
   */
  async create(
    { realmId, userId }: QueueOwner,
    settings: {
      clientName: string;
      options: EventQueueOptions;
      idleTimeoutSeconds: number;
      startEventId: number;
    },
  ): Promise<string> {
    const id = randomId();
    const { clientName, options, idleTimeoutSeconds, startEventId } = settings;
    await this.database.query(
      `INSERT INTO event_queues (id, realm_id, user_id, client_name, options, idle_timeout_seconds,
         start_event_id, acknowledged_event_id, created_at, last_seen_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $8)`,
      [
        id,
        realmId,
        userId,
        clientName,
        options,
        idleTimeoutSeconds,
        startEventId,
        this.clock.now(),
      ],
    );
    return id;
  }

  /** The queue, if it exists, belongs to this user and has not been idle for too long. */
  async find(owner: QueueOwner, queueId: string): Promise<EventQueue | undefined> {
    const now = this.clock.now();
    let found = this.local.get(queueId);
    if (!found || isExpired(found.queue, now)) {
      // Followed first, so that the end of the queue in another process is heard of from here on.
      await this.eventTail.follow(owner.realmId);
      found = await this.load(owner.realmId, queueId);
    }
    if (!found || isExpired(found.queue, now)) return undefined;
    const { queue } = found;
    if (queue.realmId !== owner.realmId || queue.userId !== owner.userId) return undefined;
    return queue;
  }

  /** Notes that the client is there. */
  touch(queue: EventQueue): void {
    queue.lastSeenAt = this.clock.now();
  }

  /** Notes that the client has processed everything up to an event. */
  acknowledge(queue: EventQueue, eventId: number): void {
    queue.acknowledgedEventId = Math.max(queue.acknowledgedEventId, eventId);
    while ((queue.guestChanges[0]?.eventId ?? Infinity) <= queue.acknowledgedEventId) {
      queue.guestChanges.shift();
    }
    this.touch(queue);
  }

  async end(queue: EventQueue): Promise<void> {
    await this.database.transaction(async () => {
      await this.database.query('DELETE FROM event_queues WHERE id = $1', [queue.id]);
      this.eventLog.append(queueEnded(queue.realmId, { queueId: queue.id }, Audience.internal()));
    });
    this.forget(queue.id);
  }

  /** Ends all queues of a user, and the polls that wait on them. Joins the present transaction. */
  async endAll({ realmId, userId }: { realmId: number; userId: number }): Promise<void> {
    const rows = await this.database.query<{ id: string }>(
      'DELETE FROM event_queues WHERE realm_id = $1 AND user_id = $2 RETURNING id',
      [realmId, userId],
    );
    for (const { id } of rows) {
      this.eventLog.append(queueEnded(realmId, { queueId: id }, Audience.internal()));
    }
  }

  /** Removes queues that nobody asked for longer than they allow. Returns how many. */
  async deleteIdle(): Promise<number> {
    const rows = await this.database.query<{ id: string }>(
      `DELETE FROM event_queues
       WHERE last_seen_at < $1::timestamptz
         - make_interval(secs => idle_timeout_seconds + least(30, idle_timeout_seconds / 10.0) + 2)
       RETURNING id`,
      [this.clock.now()],
    );
    for (const { id } of rows) this.forget(id);
    return rows.length;
  }

  private async load(realmId: number, queueId: string): Promise<LocalQueue | undefined> {
    // In one spelling only, by which everything else knows the queue.
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(queueId)) return undefined;
    const cursor = this.eventTail.cursor(realmId);
    const [row] = await this.database.query<QueueRow>(
      `SELECT q.id, q.realm_id, q.user_id, q.client_name, q.options, q.idle_timeout_seconds,
         q.start_event_id, q.acknowledged_event_id, q.last_seen_at,
         u.role = ${Role.Guest} AS is_guest, (
           SELECT coalesce(json_agg(json_build_object(
             'eventId', e.id, 'wasGuest', e.payload -> 'wasGuest') ORDER BY e.id), '[]')
           FROM event_log e
           WHERE e.realm_id = q.realm_id AND e.id > q.acknowledged_event_id
             AND e.type = '${guestChanged.type}' AND e.payload ->> 'userId' = q.user_id::text
         ) AS guest_changes
       FROM event_queues q JOIN users u ON u.id = q.user_id
       WHERE q.id = $1`,
      [queueId],
      { prepare: true },
    );
    if (!row) {
      this.local.delete(queueId);
      return undefined;
    }
    const known = this.local.get(queueId);
    if (known) {
      if (row.last_seen_at > known.queue.lastSeenAt) known.queue.lastSeenAt = row.last_seen_at;
      known.writtenSeenAt = row.last_seen_at.getTime();
      return known;
    }
    const loaded: LocalQueue = {
      queue: {
        id: row.id,
        realmId: row.realm_id,
        userId: row.user_id,
        isGuest: row.is_guest,
        guestChanges: row.guest_changes,
        clientName: row.client_name,
        options: row.options,
        idleTimeoutSeconds: row.idle_timeout_seconds,
        startEventId: row.start_event_id,
        acknowledgedEventId: row.acknowledged_event_id,
        lastSeenAt: row.last_seen_at,
        ended: false,
      },
      writtenSeenAt: row.last_seen_at.getTime(),
    };
    this.local.set(queueId, loaded);
    // What the log told of while the row was read has met no queue to be noted at.
    for (const event of this.eventTail.fromMemory(realmId, cursor) ?? [])
      this.applyGuestChange(event);
    return loaded;
  }

  private applyGuestChange({ id: eventId, type, payload }: LoggedEvent): void {
    if (type !== guestChanged.type) return;
    const { userId, wasGuest } = payload as { userId: number; wasGuest: boolean };
    for (const { queue } of this.local.values()) {
      if (queue.userId !== userId || eventId <= (queue.guestChanges.at(-1)?.eventId ?? 0)) continue;
      queue.guestChanges.push({ eventId, wasGuest });
      queue.isGuest = !wasGuest;
    }
  }

  private forget(queueId: string): void {
    const known = this.local.get(queueId);
    if (known) known.queue.ended = true;
    this.local.delete(queueId);
    for (const listener of this.endListeners) listener(queueId);
  }

  /** Nobody polled in the realm for long, and from now on the end of a queue goes unheard. */
  private forgetRealm(realmId: number): void {
    for (const [id, { queue }] of this.local) if (queue.realmId === realmId) this.local.delete(id);
  }

  private scheduleFlush(): void {
    this.flushing = this.flushing
      .then(() => this.flush(false))
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'Event queues could not be written back; trying again'),
      );
  }

  /** Writes what has changed enough, in one statement; forgets queues that moved elsewhere. */
  private async flush(everything: boolean): Promise<void> {
    const now = this.clock.now();
    const changed: LocalQueue[] = [];
    for (const [id, local] of this.local) {
      const { queue, writtenSeenAt } = local;
      const ahead = queue.lastSeenAt.getTime() - writtenSeenAt;
      if (ahead >= seenGranularitySeconds(queue) * 1000 || (everything && ahead > 0)) {
        changed.push(local);
      } else if (isExpired(queue, now)) {
        this.local.delete(id);
      }
    }
    if (changed.length === 0) return;
    const seenAt = changed.map(({ queue }) => queue.lastSeenAt);
    await this.database.query(
      `UPDATE event_queues q
       SET last_seen_at = greatest(q.last_seen_at, c.seen_at),
         acknowledged_event_id = greatest(q.acknowledged_event_id, c.acknowledged)
       FROM unnest($1::uuid[], $2::timestamptz[], $3::bigint[]) AS c (id, seen_at, acknowledged)
       WHERE q.id = c.id`,
      [
        changed.map(({ queue }) => queue.id),
        seenAt,
        changed.map(({ queue }) => queue.acknowledgedEventId),
      ],
    );
    changed.forEach((local, index) => (local.writtenSeenAt = seenAt[index]!.getTime()));
  }
}
