import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, LessThanOrEqual, MoreThan, Not, type Repository } from 'typeorm';
import { Clock, fromSeconds } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { SESSION_DAYS } from '#platform/http/session-cookies.js';
import { type Account, ACCOUNT_COLUMNS } from './authentication.repository.js';
import { AuthorizedClientEntity } from './authorized-client.entity.js';

export type NewClient = Pick<
  AuthorizedClientEntity,
  'realmId' | 'userId' | 'clientName' | 'platform' | 'ipAddress'
>;

export interface SessionAccount extends Account {
  sessionId: number;
}

/** The minimum interval between two updates of a session's last use. */
const USE_SECONDS = 60;
const SESSION_SECONDS = SESSION_DAYS * 24 * 3600;

@Injectable()
export class AuthorizedClientsRepository {
  constructor(
    @InjectRepository(AuthorizedClientEntity)
    private readonly clients: Repository<AuthorizedClientEntity>,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async insertSession(client: NewClient, tokenHash: Buffer): Promise<void> {
    const now = this.clock.now();
    await this.clients.insert({ ...client, tokenHash, createdAt: now, lastUsedAt: now });
  }

  /** Updates the row of a program that logged in before. */
  async saveProgram(client: NewClient): Promise<void> {
    const now = this.clock.now();
    await this.clients
      .createQueryBuilder()
      .insert()
      .values({ ...client, createdAt: now, lastUsedAt: now })
      .orUpdate(['platform', 'ip_address', 'last_used_at'], ['user_id', 'client_name'], {
        indexPredicate: 'token_hash IS NULL',
      })
      .execute();
  }

  /** Returns the user of a session that has not expired, and updates its last use. */
  async useSession(tokenHash: Buffer): Promise<SessionAccount | undefined> {
    const now = this.clock.now();
    const [session] = await this.database.query<SessionAccount & { isRecentlyUsed: boolean }>(
      `SELECT ${ACCOUNT_COLUMNS}, c.id AS "sessionId",
         c.last_used_at > $2::timestamptz - make_interval(secs => ${USE_SECONDS}) AS "isRecentlyUsed"
       FROM authorized_clients c JOIN users u ON u.id = c.user_id
       WHERE c.token_hash = $1 AND c.last_used_at > $3`,
      [tokenHash, now, this.expiryLimit()],
      { prepare: true },
    );
    if (!session) return undefined;
    const { isRecentlyUsed, ...account } = session;
    if (!isRecentlyUsed) {
      const { id: userId, sessionId } = account;
      await this.clients.update({ id: sessionId, userId }, { lastUsedAt: now });
    }
    return account;
  }

  /** The clients of the user that have not expired, by id. */
  findByUser(userId: number): Promise<AuthorizedClientEntity[]> {
    return this.clients.find({
      where: [
        { userId, tokenHash: IsNull() },
        { userId, lastUsedAt: MoreThan(this.expiryLimit()) },
      ],
      order: { id: 'ASC' },
    });
  }

  async delete(userId: number, id: number): Promise<void> {
    await this.clients.delete({ userId, id });
  }

  async deletePrograms(userId: number): Promise<void> {
    await this.clients.delete({ userId, tokenHash: IsNull() });
  }

  /** All sessions of the user except `exceptId`. */
  async deleteSessions(userId: number, exceptId: number | undefined): Promise<void> {
    await this.clients.delete({
      userId,
      tokenHash: Not(IsNull()),
      ...(exceptId === undefined ? {} : { id: Not(exceptId) }),
    });
  }

  /** The expired sessions of the user. */
  async deleteExpired(userId: number): Promise<void> {
    const lastUsedAt = LessThanOrEqual(this.expiryLimit());
    await this.clients.delete({ userId, tokenHash: Not(IsNull()), lastUsedAt });
  }

  /** Sessions that were last used by this time have expired. */
  private expiryLimit(): Date {
    return fromSeconds(this.clock.now().getTime() / 1000 - SESSION_SECONDS);
  }
}
