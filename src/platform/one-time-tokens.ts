// The secrets in links of emails and in cookies of sessions. Whoever has one is let in by it, so no
// more than its hash is kept, by which it is found: what the database holds opens nothing.
import type { Clock } from './clock.js';
import { randomAlphanumeric, sha256 } from './crypto.js';
import type { Database } from './database/database.js';

/** With which a token is as hard to guess as its hash. */
const LENGTH = 43;

export interface NewToken {
  token: string;
  hash: Buffer;
}

export function newToken(): NewToken {
  const token = randomAlphanumeric(LENGTH);
  return { token, hash: tokenHash(token) };
}

export function tokenHash(token: string): Buffer {
  return sha256(token);
}

export interface TokenTable<Row> {
  /** Has the columns realm_id, token_hash and expires_at besides; user_id is its key. */
  name: string;
  columns: (keyof Row & string)[];
  validHours: number;
}

/** Tokens that are good once and for a while: of each user the newest, in a table of their own. */
export abstract class OneTimeTokens<Row extends { user_id: number }> {
  protected constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly tokenTable: TokenTable<Row>,
  ) {}

  /** Returns a token, which takes the place of an earlier one of the user. */
  async issue(realmId: number, row: Row): Promise<string> {
    const { name, columns, validHours } = this.tokenTable;
    const { token, hash } = newToken();
    const kept = ['token_hash', 'expires_at', ...columns];
    await this.database.query(
      `INSERT INTO ${name} (realm_id, ${kept.join(', ')})
       VALUES ($1, $2, $3::timestamptz + make_interval(hours => $4),
         ${columns.map((_, i) => `$${i + 5}`).join(', ')})
       ON CONFLICT (user_id) DO UPDATE
       SET ${kept.map((column) => `${column} = EXCLUDED.${column}`).join(', ')}`,
      [realmId, hash, this.clock.now(), validHours, ...columns.map((column) => row[column])],
    );
    return token;
  }

  /** What the token was issued for; undefined when it is not valid any more. */
  async find(realmId: number, token: string): Promise<Row | undefined> {
    const { name, columns } = this.tokenTable;
    return this.rowOf(`SELECT ${columns.join(', ')} FROM ${name} WHERE ${VALID}`, realmId, token);
  }

  /** The same, and nobody can take it once more. */
  async take(realmId: number, token: string): Promise<Row | undefined> {
    const { name, columns } = this.tokenTable;
    const returned = columns.join(', ');
    return this.rowOf(`DELETE FROM ${name} WHERE ${VALID} RETURNING ${returned}`, realmId, token);
  }

  /** What the user was sent is worth nothing from now on. */
  async withdraw(userId: number): Promise<void> {
    await this.database.query(`DELETE FROM ${this.tokenTable.name} WHERE user_id = $1`, [userId]);
  }

  private async rowOf(sql: string, realmId: number, token: string): Promise<Row | undefined> {
    const values = [realmId, tokenHash(token), this.clock.now()];
    const [row] = await this.database.query<Row & object>(sql, values);
    return row;
  }
}

/** Parameters: realm, hash, now. */
const VALID = `realm_id = $1 AND token_hash = $2 AND expires_at > $3`;
