import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { SESSION_DAYS } from '#platform/http/session-cookies.js';
import { type Account, ACCOUNT_COLUMNS } from './authentication.repository.js';
import type { AuthorizedClientRow } from './authorized-clients.view.js';

export interface NewClient {
  realmId: number;
  userId: number;
  clientName: string;
  platform: string | null;
  address: string;
}

export interface SessionAccount extends Account {
  sessionId: number;
}

/** A session's last use is not written down more often. */
const USE_SECONDS = 60;

@Injectable()
export class AuthorizedClientsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async insertSession(client: NewClient, tokenHash: Buffer): Promise<void> {
    await this.database.query(
      `INSERT INTO authorized_clients
         (realm_id, user_id, client_name, platform, ip_address, created_at, last_used_at, token_hash)
       VALUES ($1, $2, $3, $4, $5, $6, $6, $7)`,
      [...valuesOf(client), this.clock.now(), tokenHash],
    );
  }

  /** A program that logs in again keeps its row. */
  async noteProgram(client: NewClient): Promise<void> {
    await this.database.query(
      `INSERT INTO authorized_clients
         (realm_id, user_id, client_name, platform, ip_address, created_at, last_used_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6)
       ON CONFLICT (user_id, client_name) WHERE token_hash IS NULL
       DO UPDATE SET platform = EXCLUDED.platform, ip_address = EXCLUDED.ip_address,
         last_used_at = EXCLUDED.last_used_at`,
      [...valuesOf(client), this.clock.now()],
    );
  }

  /** The user of a session that was used lately enough, and notes this use. */
  async useSession(tokenHash: Buffer): Promise<SessionAccount | undefined> {
    const now = this.clock.now();
    const [found] = await this.database.query<SessionAccount & { isNoted: boolean }>(
      `SELECT ${ACCOUNT_COLUMNS}, c.id AS "sessionId",
         c.last_used_at > $2::timestamptz - make_interval(secs => ${USE_SECONDS}) AS "isNoted"
       FROM authorized_clients c JOIN users u ON u.id = c.user_id
       WHERE c.token_hash = $1
         AND c.last_used_at > $2::timestamptz - make_interval(days => ${SESSION_DAYS})`,
      [tokenHash, now],
      { prepare: true },
    );
    if (!found) return undefined;
    const { isNoted, ...account } = found;
    if (!isNoted) {
      await this.database.query(`UPDATE authorized_clients SET last_used_at = $2 WHERE id = $1`, [
        account.sessionId,
        now,
      ]);
    }
    return account;
  }

  /** Those of the user that can still be used, by id. */
  ofUser(userId: number): Promise<AuthorizedClientRow[]> {
    return this.database.query(
      `SELECT id, token_hash IS NOT NULL AS is_session, client_name, platform, ip_address,
         created_at, last_used_at
       FROM authorized_clients
       WHERE user_id = $1 AND (token_hash IS NULL
         OR last_used_at > $2::timestamptz - make_interval(days => ${SESSION_DAYS}))
       ORDER BY id`,
      [userId, this.clock.now()],
    );
  }

  async delete(userId: number, id: number): Promise<void> {
    await this.database.query(`DELETE FROM authorized_clients WHERE user_id = $1 AND id = $2`, [
      userId,
      id,
    ]);
  }

  async deletePrograms(userId: number): Promise<void> {
    await this.database.query(
      `DELETE FROM authorized_clients WHERE user_id = $1 AND token_hash IS NULL`,
      [userId],
    );
  }

  /** All sessions of the user but one, if one is given. */
  async deleteSessions(userId: number, exceptId: number | undefined): Promise<void> {
    await this.database.query(
      `DELETE FROM authorized_clients
       WHERE user_id = $1 AND token_hash IS NOT NULL AND id IS DISTINCT FROM $2`,
      [userId, exceptId ?? null],
    );
  }

  /** Those of the user that nobody can use any more. */
  async deleteExpired(userId: number): Promise<void> {
    await this.database.query(
      `DELETE FROM authorized_clients
       WHERE user_id = $1 AND token_hash IS NOT NULL
         AND last_used_at <= $2::timestamptz - make_interval(days => ${SESSION_DAYS})`,
      [userId, this.clock.now()],
    );
  }
}

function valuesOf(client: NewClient): unknown[] {
  return [client.realmId, client.userId, client.clientName, client.platform, client.address];
}
