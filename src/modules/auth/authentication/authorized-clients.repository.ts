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

/** The minimum interval between two updates of a session's last use. */
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

  /** Updates the row of a program that logged in before. */
  async saveProgram(client: NewClient): Promise<void> {
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

  /** Returns the user of a session that has not expired, and updates its last use. */
  async useSession(tokenHash: Buffer): Promise<SessionAccount | undefined> {
    const now = this.clock.now();
    const [session] = await this.database.query<SessionAccount & { isRecentlyUsed: boolean }>(
      `SELECT ${ACCOUNT_COLUMNS}, c.id AS "sessionId",
         c.last_used_at > $2::timestamptz - make_interval(secs => ${USE_SECONDS}) AS "isRecentlyUsed"
       FROM authorized_clients c JOIN users u ON u.id = c.user_id
       WHERE c.token_hash = $1
         AND c.last_used_at > $2::timestamptz - make_interval(days => ${SESSION_DAYS})`,
      [tokenHash, now],
      { prepare: true },
    );
    if (!session) return undefined;
    const { isRecentlyUsed, ...account } = session;
    if (!isRecentlyUsed) {
      await this.database.query(`UPDATE authorized_clients SET last_used_at = $2 WHERE id = $1`, [
        account.sessionId,
        now,
      ]);
    }
    return account;
  }

  /** The clients of the user that have not expired, by id. */
  findByUser(userId: number): Promise<AuthorizedClientRow[]> {
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

  /** All sessions of the user except `exceptId`. */
  async deleteSessions(userId: number, exceptId: number | undefined): Promise<void> {
    await this.database.query(
      `DELETE FROM authorized_clients
       WHERE user_id = $1 AND token_hash IS NOT NULL AND id IS DISTINCT FROM $2`,
      [userId, exceptId ?? null],
    );
  }

  /** The expired sessions of the user. */
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
