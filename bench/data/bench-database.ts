// Connections to one database of the bench server.
import pg from 'pg';

// Ids are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface Connection {
  host: string;
  port: number;
  user: string;
  database: string;
}

export class BenchDatabase {
  private readonly opened: pg.Client[] = [];

  constructor(
    readonly connection: Connection,
    private readonly superuser: Connection,
  ) {}

  /** For DATABASE_URL. */
  get url(): string {
    const { host, port, user, database } = this.connection;
    return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  }

  async client(): Promise<pg.Client> {
    return this.open(this.connection);
  }

  async clients(count: number): Promise<pg.Client[]> {
    return Promise.all(Array.from({ length: count }, () => this.client()));
  }

  /** A connection that may skip foreign key checks, for building a data set. */
  async superuserClient(): Promise<pg.Client> {
    return this.open(this.superuser);
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await Promise.all(this.opened.splice(0).map((connection) => connection.end()));
  }

  private async open(connection: Connection): Promise<pg.Client> {
    const client = new pg.Client(connection);
    await client.connect();
    this.opened.push(client);
    return client;
  }
}
