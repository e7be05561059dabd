// Notifies all processes of new events in a realm, through LISTEN/NOTIFY or, when configured, Redis.
// A wake-up carries no event and may be lost; listeners also read the log periodically.
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Redis } from 'ioredis';
import { PinoLogger } from 'nestjs-pino';
import pg from 'pg';
import { DATABASE_CONNECTION, type DatabaseConnection } from '#platform/database/data-source.js';
import { patientConnection, REDIS } from '#platform/redis.js';

export type WakeUpListener = (realmId: number, latestEventId: number) => void;

const CHANNEL = 'parley_events';
const RECONNECT_MS = 1000;

@Injectable()
export class WakeUps implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly listeners = new Set<WakeUpListener>();
  private notifications: pg.Client | undefined;
  private subscription: Redis | undefined;
  private reconnect: NodeJS.Timeout | undefined;
  private closed = false;
  private received = 0;

  constructor(
    @Inject(DATABASE_CONNECTION) private readonly connection: DatabaseConnection,
    @Inject(REDIS) private readonly redis: Redis | undefined,
    private readonly logger: PinoLogger,
  ) {}

  /** Whether the append statement must send the NOTIFY. */
  get viaNotify(): boolean {
    return this.redis === undefined;
  }

  /** Number of wake-ups received, including those of this process. */
  get receivedTotal(): number {
    return this.received;
  }

  subscribe(listener: WakeUpListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Wakes this process, and the others through Redis. Must be called after the commit. */
  publish(realmId: number, latestEventId: number): void {
    this.wake(realmId, latestEventId);
    this.redis
      ?.publish(CHANNEL, `${realmId}:${latestEventId}`)
      .catch((error: unknown) => this.logger.debug({ err: error }, 'A wake-up was not published'));
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.redis) await this.listenOnRedis(this.redis);
    else await this.listenOnPostgres();
  }

  async onModuleDestroy(): Promise<void> {
    this.closed = true;
    clearTimeout(this.reconnect);
    this.subscription?.disconnect();
    await this.notifications?.end();
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
    client.on('notification', ({ payload }) => this.receive(payload ?? ''));
    client.on('error', (error) => this.logger.warn({ err: error }, 'LISTEN was interrupted'));
    client.once('end', () => this.listenAgain());
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      this.logger.warn({ err: error }, 'LISTEN failed; trying again');
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
