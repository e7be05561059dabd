// Notifies all processes of new events in a realm, through LISTEN/NOTIFY or, when configured, Redis.
// A wake-up carries no event and may be lost, for example when the process is killed between the commit
// and the wake-up; listeners also read the log periodically.
// NOTIFY is not part of the transaction that appends the events: PostgreSQL lets transactions with a
// NOTIFY commit one at a time in the whole database, each flush to disk included. It is sent after the
// commit on the connection that listens, where it is not flushed, and one statement takes all realms
// that were published during the one before.
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Redis } from 'ioredis';
import { PinoLogger } from 'nestjs-pino';
import pg from 'pg';
import { DATABASE_CONNECTION, type DatabaseConnection } from '#platform/database/data-source.js';
import { patientConnection, REDIS } from '#platform/redis.js';

export type WakeUpListener = (realmId: number, latestEventId: number) => void;

const CHANNEL = 'parley_events';
const RECONNECT_MS = 1000;

const NOTIFY = `SELECT pg_notify('${CHANNEL}', message) FROM unnest($1::text[]) AS message`;

@Injectable()
export class WakeUps implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly listeners = new Set<WakeUpListener>();
  private notifications: pg.Client | undefined;
  private subscription: Redis | undefined;
  private reconnect: NodeJS.Timeout | undefined;
  /** The newest event of each realm for which no NOTIFY was sent yet. */
  private readonly unsent = new Map<number, number>();
  private sending: Promise<void> | undefined;
  private closed = false;
  private received = 0;

  constructor(
    @Inject(DATABASE_CONNECTION) private readonly connection: DatabaseConnection,
    @Inject(REDIS) private readonly redis: Redis | undefined,
    private readonly logger: PinoLogger,
  ) {}

  /** Number of wake-ups received, including those of this process. */
  get receivedTotal(): number {
    return this.received;
  }

  subscribe(listener: WakeUpListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Wakes this process at once, and then the others. Must be called after the commit. */
  publish(realmId: number, latestEventId: number): void {
    this.wake(realmId, latestEventId);
    if (this.redis) {
      this.redis
        .publish(CHANNEL, `${realmId}:${latestEventId}`)
        .catch((error: unknown) => this.reportUnsent(error));
    } else {
      this.unsent.set(realmId, Math.max(latestEventId, this.unsent.get(realmId) ?? 0));
      this.sending ??= this.sendUnsent().finally(() => {
        this.sending = undefined;
      });
    }
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.redis) await this.listenOnRedis(this.redis);
    else await this.listenOnPostgres();
  }

  async onApplicationShutdown(): Promise<void> {
    this.closed = true;
    clearTimeout(this.reconnect);
    this.subscription?.disconnect();
    await this.sending;
    await this.notifications?.end();
  }

  /** Never rejects. Without a connection, the wake-ups are lost. */
  private async sendUnsent(): Promise<void> {
    while (this.unsent.size > 0) {
      const messages = [...this.unsent].map(([realmId, eventId]) => `${realmId}:${eventId}`);
      this.unsent.clear();
      try {
        await this.notifications?.query(NOTIFY, [messages]);
      } catch (error) {
        this.reportUnsent(error);
      }
    }
  }

  private reportUnsent(error: unknown): void {
    this.logger.debug({ err: error }, 'A wake-up was not published');
  }

  private async listenOnRedis(redis: Redis): Promise<void> {
    this.subscription = patientConnection(redis);
    this.subscription.on('message', (_channel: string, message: string) => this.receive(message));
    await this.subscription.subscribe(CHANNEL);
  }

  private async listenOnPostgres(): Promise<void> {
    const options =
      'url' in this.connection ? { connectionString: this.connection.url } : this.connection;
    const client = new pg.Client({
      ...options,
      keepAlive: true,
      application_name: 'parley wake-ups',
    });
    this.notifications = client;
    let ownBackend: number | undefined;
    client.on('notification', ({ payload, processId }) => {
      // This process was woken when it published.
      if (processId !== ownBackend) this.receive(payload ?? '');
    });
    client.on('error', (error) => this.logger.warn({ err: error }, 'LISTEN was interrupted'));
    client.once('end', () => this.listenAgain());
    try {
      await client.connect();
      await client.query('SET synchronous_commit = off');
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      ownBackend = rows[0]?.pid;
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      this.logger.warn({ err: error }, 'LISTEN failed; retrying');
      await client.end().catch(() => undefined);
      this.listenAgain();
    }
  }

  private listenAgain(): void {
    if (this.closed) return;
    clearTimeout(this.reconnect);
    this.reconnect = setTimeout(() => void this.listenOnPostgres(), RECONNECT_MS);
  }

  private receive(message: string): void {
    const [realmId, latestEventId] = message.split(':').map(Number);
    if (realmId && latestEventId) this.wake(realmId, latestEventId);
  }

  private wake(realmId: number, latestEventId: number): void {
    this.received++;
    for (const listener of this.listeners) listener(realmId, latestEventId);
  }
}
