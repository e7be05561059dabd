// Detects whether other API processes use this database. Each process holds a shared advisory lock on
// a dedicated connection, which PostgreSQL releases when the process ends, even by a crash.
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import pg from 'pg';
import { DATABASE_CONNECTION, type DatabaseConnection } from './data-source.js';

const LOCK = 0x70_72_6f_63;
const RECONNECT_MS = 1000;

@Injectable()
export class RunningProcesses implements OnApplicationShutdown {
  private client: pg.Client | undefined;
  private reconnect: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    @Inject(DATABASE_CONNECTION) private readonly connection: DatabaseConnection,
    private readonly logger: PinoLogger,
  ) {}

  /**
   * Registers this process until it ends. `act` is called with whether it is the only one; in that
   * case, other processes that join wait until `act` has ended.
   */
  async join(act: (isAlone: boolean) => Promise<void>): Promise<void> {
    const client = await this.connect();
    const { rows } = await client.query<{ alone: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS alone',
      [LOCK],
    );
    const isAlone = rows[0]!.alone;
    if (!isAlone) await client.query('SELECT pg_advisory_lock_shared($1)', [LOCK]);
    try {
      await act(isAlone);
    } catch (error) {
      if (isAlone) await this.admitOthers(client).catch(() => client.end());
      throw error;
    }
    if (isAlone) await this.admitOthers(client);
  }

  async onApplicationShutdown(): Promise<void> {
    this.closed = true;
    clearTimeout(this.reconnect);
    await this.client?.end();
  }

  private async admitOthers(client: pg.Client): Promise<void> {
    await client.query('SELECT pg_advisory_lock_shared($1)', [LOCK]);
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  }

  private async connect(): Promise<pg.Client> {
    const options =
      'url' in this.connection ? { connectionString: this.connection.url } : this.connection;
    const client = new pg.Client({
      ...options,
      keepAlive: true,
      application_name: 'parley process',
    });
    client.on('error', (error) => this.logger.debug({ err: error }, 'A connection was lost'));
    await client.connect();
    client.once('end', () => this.scheduleRejoin());
    this.client = client;
    return client;
  }

  private scheduleRejoin(): void {
    if (this.closed) return;
    clearTimeout(this.reconnect);
    this.reconnect = setTimeout(() => {
      this.rejoin().catch((error: unknown) => {
        this.logger.debug({ err: error }, 'This process is not registered; retrying');
        this.scheduleRejoin();
      });
    }, RECONNECT_MS);
  }

  private async rejoin(): Promise<void> {
    const client = await this.connect();
    try {
      if (!this.closed) await client.query('SELECT pg_advisory_lock_shared($1)', [LOCK]);
    } catch (error) {
      await client.end();
      throw error;
    }
    if (this.closed) await client.end();
  }
}
