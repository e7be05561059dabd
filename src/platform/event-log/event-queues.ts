// The event queues of all clients, as rows. A process caches the queues that it serves and writes
// back in batches when they were last seen, so that a poll costs no write.
import {
  Injectable,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { PinoLogger } from 'nestjs-pino';
import type { Repository } from 'typeorm';
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
  EXPIRY_SLACK_SECONDS,
  isExpired,
  seenGranularitySeconds,
} from './event-queue.js';
import { EventQueueEntity } from './event-queue.entity.js';
import { EventTail } from './event-tail.js';

const FLUSH_MS = 1000;

/** The SQL form of `isExpired`: when a queue expires that was last seen at a time. */
const expiry = (seenAt: string, idleSeconds: string): string =>
  `${seenAt} + make_interval(
    secs => ${idleSeconds} + least(30, ${idleSeconds} / 10.0) + ${EXPIRY_SLACK_SECONDS})`;

type QueueRow = Omit<EventQueue, 'ended'>;

interface QueueOwner {
  realmId: number;
  userId: number;
}

interface LocalQueue {
  queue: EventQueue;
  /** `last_seen_at` of the row, in milliseconds. */
  writtenSeenAt: number;
}

/** Internal event: a queue was deleted. */
const queueEnded = defineEvent<{ queueId: string }>({ type: 'parley:queue_ended' });

/**
 * Internal event: the role of a user changed to or from guest. Events are delivered according to the
 * role at their time, even if the client polls later.
 */
export const guestChanged = defineEvent<{ userId: number; wasGuest: boolean }>({
  type: 'parley:guest_changed',
});

/** More events than a server appends between a backup and the end of its database. */
const LOST_EVENTS = 10_000_000;

@Injectable()
export class EventQueues implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly local = new Map<string, LocalQueue>();
  private readonly endListeners = new Set<(queueId: string) => void>();
  private flushTimer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();

  constructor(
    @InjectRepository(EventQueueEntity)
    private readonly eventQueues: Repository<EventQueueEntity>,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly eventTail: EventTail,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    // Registered before LongPolls registers its listener, so queues are current during delivery.
    eventTail.onEvents((_realmId, events) => {
      for (const event of events) {
        this.applyGuestChange(event);
        if (event.type !== queueEnded.type) continue;
        this.drop((event.payload as { queueId: string }).queueId);
      }
    });
    eventTail.onRealmClosed((realmId) => this.dropRealm(realmId));
  }

  onApplicationBootstrap(): void {
    this.flushTimer = setInterval(() => this.scheduleFlush(), FLUSH_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.flushTimer);
    await this.flushing;
    await this.flush(true).catch((error: unknown) =>
      this.logger.warn({ err: error }, 'Event queues could not be written back'),
    );
  }

  /** Number of queues that this process served recently. */
  get localCount(): number {
    return this.local.size;
  }

  onQueueEnded(listener: (queueId: string) => void): void {
    this.endListeners.add(listener);
  }

  /**
   * Creates a queue that starts after `startEventId`, in the current transaction if there is one.
   * Returns its id.
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
         start_event_id, acknowledged_event_id, created_at, last_seen_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6::integer, $7, $7, $8::timestamptz, $8::timestamptz,
         ${expiry('$8::timestamptz', '$6::integer')})`,
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

  /** Returns the queue if it exists, belongs to this user and has not been idle for too long. */
  async find(owner: QueueOwner, queueId: string): Promise<EventQueue | undefined> {
    const now = this.clock.now();
    let local = this.local.get(queueId);
    if (!local || isExpired(local.queue, now)) {
      // Following starts before the load, so that a later deletion by another process is noticed.
      await this.eventTail.follow(owner.realmId);
      local = await this.load(owner.realmId, queueId);
    }
    if (!local || isExpired(local.queue, now)) return undefined;
    const { queue } = local;
    if (queue.realmId !== owner.realmId || queue.userId !== owner.userId) return undefined;
    return queue;
  }

  /** Records that the client was seen now. */
  touch(queue: EventQueue): void {
    queue.lastSeenAt = this.clock.now();
  }

  /** Records that the client has processed all events up to `eventId`. */
  acknowledge(queue: EventQueue, eventId: number): void {
    queue.acknowledgedEventId = Math.max(queue.acknowledgedEventId, eventId);
    while ((queue.guestChanges[0]?.eventId ?? Infinity) <= queue.acknowledgedEventId) {
      queue.guestChanges.shift();
    }
    this.touch(queue);
  }

  async end(queue: EventQueue): Promise<void> {
    await this.database.transaction(async () => {
      await this.eventQueues.delete({ id: queue.id });
      this.eventLog.append(queueEnded(queue.realmId, { queueId: queue.id }, Audience.internal()));
    });
    this.drop(queue.id);
  }

  /** Deletes all queues of a user, which ends their polls, in the current transaction. */
  async endAll({ realmId, userId }: { realmId: number; userId: number }): Promise<void> {
    const deleted = await this.eventQueues
      .createQueryBuilder()
      .delete()
      .where({ realmId, userId })
      .returning('id')
      .execute();
    for (const { id } of deleted.raw as Pick<EventQueueEntity, 'id'>[]) {
      this.eventLog.append(queueEnded(realmId, { queueId: id }, Audience.internal()));
    }
  }

  /**
   * Deletes all queues, after a backup was restored, in the current transaction. The ids of new
   * events are far above those that the backup may lack, because jobs and clients remember them. No process
   * of the server may run.
   */
  async forgetAll(): Promise<void> {
    await this.database.query('DELETE FROM event_queues');
    await this.database.query(
      `SELECT setval('event_log_id_seq', nextval('event_log_id_seq') + ${LOST_EVENTS})`,
    );
  }

  /**
   * Deletes the queues that exceeded their idle timeout. Returns how many. Processes that have served
   * them drop them by themselves.
   */
  async deleteIdle(): Promise<number> {
    const rows = await this.database.query<{ id: string }>(
      `DELETE FROM event_queues WHERE expires_at < $1 RETURNING id`,
      [this.clock.now()],
    );
    for (const { id } of rows) this.drop(id);
    return rows.length;
  }

  private async load(realmId: number, queueId: string): Promise<LocalQueue | undefined> {
    // Lower case only: PostgreSQL accepts other spellings of a uuid, which are not in the cache.
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(queueId)) return undefined;
    const cursor = this.eventTail.cursor(realmId);
    const [row] = await this.database.query<QueueRow>(
      `SELECT q.id, q.realm_id AS "realmId", q.user_id AS "userId", q.client_name AS "clientName",
         q.options, q.idle_timeout_seconds AS "idleTimeoutSeconds",
         q.start_event_id AS "startEventId", q.acknowledged_event_id AS "acknowledgedEventId",
         q.last_seen_at AS "lastSeenAt", u.role = ${Role.Guest} AS "isGuest", (
           SELECT coalesce(json_agg(json_build_object(
             'eventId', e.id, 'wasGuest', e.payload -> 'wasGuest') ORDER BY e.id), '[]')
           FROM event_log e
           WHERE e.realm_id = q.realm_id AND e.id > q.acknowledged_event_id
             AND e.type = '${guestChanged.type}' AND e.payload ->> 'userId' = q.user_id::text
         ) AS "guestChanges"
       FROM event_queues q JOIN users u ON u.id = q.user_id
       WHERE q.id = $1`,
      [queueId],
      { prepare: true },
    );
    if (!row) {
      this.local.delete(queueId);
      return undefined;
    }
    const cached = this.local.get(queueId);
    if (cached) {
      if (row.lastSeenAt > cached.queue.lastSeenAt) cached.queue.lastSeenAt = row.lastSeenAt;
      cached.writtenSeenAt = row.lastSeenAt.getTime();
      return cached;
    }
    const loaded: LocalQueue = {
      queue: { ...row, ended: false },
      writtenSeenAt: row.lastSeenAt.getTime(),
    };
    this.local.set(queueId, loaded);
    // Changes that were read from the log during the query have not been applied to this queue.
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

  private drop(queueId: string): void {
    const cached = this.local.get(queueId);
    if (cached) cached.queue.ended = true;
    this.local.delete(queueId);
    for (const listener of this.endListeners) listener(queueId);
  }

  /** Called when the realm is no longer followed, so that deletions of queues would go unnoticed. */
  private dropRealm(realmId: number): void {
    for (const [id, { queue }] of this.local) if (queue.realmId === realmId) this.local.delete(id);
  }

  private scheduleFlush(): void {
    this.flushing = this.flushing
      .then(() => this.flush(false))
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'Event queues could not be written back; retrying'),
      );
  }

  /**
   * Writes back the queues whose `last_seen_at` lags too far behind, in one statement. Drops expired
   * queues from memory: their clients poll other processes or are gone.
   */
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
         acknowledged_event_id = greatest(q.acknowledged_event_id, c.acknowledged),
         expires_at = greatest(
           q.expires_at, ${expiry('c.seen_at', 'q.idle_timeout_seconds')})
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
