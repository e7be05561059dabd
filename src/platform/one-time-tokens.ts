// The secrets in emailed links and session cookies. A token grants access to its holder. Only its hash is
// stored, so that the contents of the database grant no access.
import type { FindOptionsWhere, QueryDeepPartialEntity, Repository } from 'typeorm';
import { MoreThan } from 'typeorm';
import { type Clock, fromSeconds } from './clock.js';
import { randomAlphanumeric, sha256 } from './crypto.js';

/** A token of this length is as hard to guess as its hash. */
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

/** The columns of a table of one-time tokens, of which `userId` is the key. */
export interface OneTimeToken {
  userId: number;
  realmId: number;
  tokenHash: Buffer;
  expiresAt: Date;
}

/** Tokens that are valid once and for a limited time; each user has at most one in a table. */
export abstract class OneTimeTokens<Row extends OneTimeToken> {
  protected constructor(
    private readonly rows: Repository<Row>,
    private readonly clock: Clock,
    private readonly validHours: number,
  ) {}

  /** Returns a token, which replaces an earlier one of the user. */
  async issue(row: Omit<Row, 'tokenHash' | 'expiresAt'>): Promise<string> {
    const { token, hash } = newToken();
    const expiresAt = fromSeconds(this.clock.seconds() + this.validHours * 3600);
    const stored = { ...row, tokenHash: hash, expiresAt };
    await this.rows.upsert(stored as unknown as QueryDeepPartialEntity<Row>, ['userId']);
    return token;
  }

  /** Null when the token is not valid. */
  find(realmId: number, token: string): Promise<Row | null> {
    return this.rows.findOneBy(this.valid(realmId, token));
  }

  /** As find, and invalidates the token. Joins the current transaction. */
  async take(realmId: number, token: string): Promise<Row | null> {
    const row = await this.rows.findOne({
      where: this.valid(realmId, token),
      lock: { mode: 'pessimistic_write' },
    });
    if (row) await this.withdraw(row.userId);
    return row;
  }

  /** Invalidates the token of the user, if there is one. */
  async withdraw(userId: number): Promise<void> {
    await this.rows.delete({ userId } as FindOptionsWhere<Row>);
  }

  private valid(realmId: number, token: string): FindOptionsWhere<Row> {
    const conditions: FindOptionsWhere<OneTimeToken> = {
      realmId,
      tokenHash: tokenHash(token),
      expiresAt: MoreThan(this.clock.now()),
    };
    return conditions as FindOptionsWhere<Row>;
  }
}
