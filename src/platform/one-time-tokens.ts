// Secret tokens in links of emails and in session cookies. A token alone grants access, so the
// database stores only its hash, by which it is found.
import type { Clock } from './clock.js';
import { randomAlphanumeric, sha256 } from './crypto.js';
import type { Database } from './database/database.js';

/** 62^43 is about 2^256: a token is as hard to guess as its hash. */
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
  /** Must also have the columns realm_id, token_hash and expires_at, and the key user_id. */
  name: string;
  columns: (keyof Row & string)[];
  validHours: number;
}

/** Tokens that can be used once within `validHours`, in a table with one token for each user. */
export abstract class OneTimeTokens<Row extends { user_id: number }> {
  protected constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly tokenTable: TokenTable<Row>,
  ) {}

  /** Returns a new token, which replaces the earlier token of the user. */
  async issue(realmId: number, row: Row): Promise<string> {
    const { name, columns, validHours } = this.tokenTable;
    const { token, hash } = newToken();
    const updated = ['token_hash', 'expires_at', ...columns];
    await this.database.query(
      `INSERT INTO ${name} (realm_id, ${updated.join(', ')})
       VALUES ($1, $2, $3::timestamptz + make_interval(hours => $4),
         ${columns.map((_, i) => `$${i + 5}`).join(', ')})
       ON CONFLICT (user_id) DO UPDATE
       SET ${updated.map((column) => `${column} = EXCLUDED.${column}`).join(', ')}`,
      [realmId, hash, this.clock.now(), validHours, ...columns.map((column) => row[column])],
    );
    return token;
  }

  /** Returns the row of a token; undefined when it is not valid. */
  async find(realmId: number, token: string): Promise<Row | undefined> {
    const { name, columns } = this.tokenTable;
    return this.rowOf(`SELECT ${columns.join(', ')} FROM ${name} WHERE ${VALID}`, realmId, token);
  }

  /** The same, and deletes the token. */
  async take(realmId: number, token: string): Promise<Row | undefined> {
    const { name, columns } = this.tokenTable;
    const returned = columns.join(', ');
    return this.rowOf(`DELETE FROM ${name} WHERE ${VALID} RETURNING ${returned}`, realmId, token);
  }

  /** Deletes the token of the user. */
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
