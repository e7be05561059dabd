import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  And,
  type FindOptionsWhere,
  IsNull,
  LessThan,
  MoreThan,
  MoreThanOrEqual,
  Not,
  type Repository,
} from 'typeorm';
import { Clock, fromSeconds, toSeconds } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { InvitationEmailBatchEntity } from './invitation-email-batch.entity.js';
import { InvitationEntity, type InvitationTerms } from './invitation.entity.js';
import { InvitationUseEntity } from './invitation-use.entity.js';

/** Invitations by one inviter on the same terms. */
export interface NewInvitations {
  inviterId: number;
  linkId?: number | undefined;
  terms: InvitationTerms;
  invitees: Invitee[];
}

interface Invitee {
  /** Null for a reusable link. */
  email: string | null;
  tokenHash: Buffer;
  tokenSealed: Buffer;
}

/** A user who manages invitations: administrators all to their own role and below, others their own. */
export interface Manager {
  userId: number;
  role: Role;
}

const DAY_SECONDS = 24 * 3600;
const ADVISORY_LOCK = 1_764_000_210;

@Injectable()
export class InvitationsRepository {
  constructor(
    @InjectRepository(InvitationEntity)
    private readonly invitations: Repository<InvitationEntity>,
    @InjectRepository(InvitationUseEntity)
    private readonly uses: Repository<InvitationUseEntity>,
    @InjectRepository(InvitationEmailBatchEntity)
    private readonly emailBatches: Repository<InvitationEmailBatchEntity>,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  insert(
    realmId: number,
    { inviterId, linkId, terms, invitees }: NewInvitations,
  ): Promise<Pick<InvitationEntity, 'id' | 'email'>[]> {
    return this.database.query(
      `INSERT INTO invitations (realm_id, inviter_id, email, link_id, token_hash, token_sealed, role,
         stream_ids, group_ids, with_default_streams, notifies_inviter, welcome_text, minutes,
         created_at, expires_at)
       SELECT $1, $2, email, $4, token_hash, token_sealed, $7, $8, $9, $10, $11, $12, $13::integer,
         $14::timestamptz, $14::timestamptz + make_interval(mins => $13::integer)
       FROM unnest($3::text[], $5::bytea[], $6::bytea[]) AS i (email, token_hash, token_sealed)
       RETURNING id, email`,
      [
        realmId,
        inviterId,
        invitees.map(({ email }) => email),
        linkId ?? null,
        invitees.map(({ tokenHash }) => tokenHash),
        invitees.map(({ tokenSealed }) => tokenSealed),
        terms.role,
        terms.streamIds,
        terms.groupIds,
        terms.withDefaultStreams,
        terms.notifiesInviter,
        terms.welcomeText,
        terms.minutes,
        this.clock.now(),
      ],
    );
  }

  /** Oldest first. */
  findManageable(realmId: number, manager: Manager): Promise<InvitationEntity[]> {
    return this.invitations.find({
      where: this.manageable(realmId, manager),
      order: { id: 'ASC' },
    });
  }

  async findManageableForUpdate(
    realmId: number,
    manager: Manager,
    { id, isLink }: { id: number; isLink: boolean },
  ): Promise<InvitationEntity | null> {
    const email = isLink ? IsNull() : Not(IsNull());
    return this.invitations.findOne({
      where: this.manageable(realmId, manager).map((conditions) => ({ ...conditions, id, email })),
      lock: { mode: 'for_no_key_update' },
    });
  }

  findById(realmId: number, id: number): Promise<InvitationEntity | null> {
    return this.invitations.findOneBy({ realmId, id });
  }

  findByToken(realmId: number, tokenHash: Buffer): Promise<InvitationEntity | null> {
    return this.invitations.findOneBy({ realmId, tokenHash });
  }

  findByTokenForUpdate(realmId: number, tokenHash: Buffer): Promise<InvitationEntity | null> {
    return this.invitations.findOne({
      where: { realmId, tokenHash },
      lock: { mode: 'for_no_key_update' },
    });
  }

  async revoke({ id, realmId }: InvitationEntity): Promise<void> {
    await this.invitations.update({ id, realmId }, { state: 'revoked', endedAt: this.clock.now() });
  }

  /** Returns whether there were any. */
  async revokeAllOf(realmId: number, inviterId: number): Promise<boolean> {
    const { affected } = await this.invitations.update(
      { realmId, inviterId, state: 'open' },
      { state: 'revoked', endedAt: this.clock.now() },
    );
    return affected !== 0;
  }

  /** Restarts the time of validity. */
  async renew({ id, realmId, minutes }: InvitationEntity, tokenHash: Buffer): Promise<void> {
    const createdAt = this.clock.now();
    const expiresAt = minutes === null ? null : fromSeconds(toSeconds(createdAt) + minutes * 60);
    await this.invitations.update({ id, realmId }, { tokenHash, createdAt, expiresAt });
  }

  /** Marks all open invitations of the address as used. Returns their inviters. */
  async useAllTo(realmId: number, email: string): Promise<number[]> {
    const rows = await this.database.query<{ inviterId: number }>(
      `UPDATE invitations SET state = 'used', ended_at = $3
       WHERE realm_id = $1 AND lower(email) = lower($2) AND state = 'open'
       RETURNING inviter_id AS "inviterId"`,
      [realmId, email, this.clock.now()],
    );
    return [...new Set(rows.map(({ inviterId }) => inviterId))];
  }

  async insertUse(userId: number, invitationId: number): Promise<void> {
    await this.uses.insert({ userId, invitationId });
  }

  /** The welcome text of the invitation by which the user joined. */
  async findWelcomeText(userId: number): Promise<string | null> {
    const [row] = await this.database.query<{ text: string | null }>(
      `SELECT i.welcome_text AS text FROM invitation_uses u
       JOIN invitations i ON i.id = u.invitation_id WHERE u.user_id = $1`,
      [userId],
    );
    return row?.text ?? null;
  }

  /**
   * The number of emails of the last 24 hours, which stays the same until the current transaction ends.
   * Batches from the future were counted before the clock was set back; they would count for too long.
   */
  async lockEmailCount(realmId: number): Promise<number> {
    await this.database.query(`SELECT pg_advisory_xact_lock($1, $2)`, [ADVISORY_LOCK, realmId]);
    const now = this.clock.now().getTime() / 1000;
    const sentAt = And(MoreThan(fromSeconds(now - DAY_SECONDS)), LessThan(fromSeconds(now + 60)));
    return (await this.emailBatches.sum('emails', { realmId, sentAt })) ?? 0;
  }

  async insertEmailBatch(realmId: number, emails: number): Promise<void> {
    await this.emailBatches.insert({ realmId, emails, sentAt: this.clock.now() });
  }

  async deleteOldEmailBatches(): Promise<void> {
    const oldest = fromSeconds(this.clock.seconds() - 2 * DAY_SECONDS);
    await this.emailBatches.delete({ sentAt: LessThan(oldest) });
  }

  /**
   * Deletes up to `limit` invitations that ended more than `days` days ago, those that came from a
   * reusable link before the link. Returns the number of deleted ones.
   */
  async deleteEnded(days: number, limit: number): Promise<number> {
    const rows = await this.database.query(
      `WITH ended AS (
         SELECT id FROM invitations i
         WHERE coalesce(ended_at, expires_at) < $1::timestamptz - make_interval(days => $2)
           AND NOT EXISTS (SELECT FROM invitations other WHERE other.link_id = i.id)
         ORDER BY coalesce(ended_at, expires_at) LIMIT $3
       ), uses AS (
         DELETE FROM invitation_uses WHERE invitation_id IN (SELECT id FROM ended)
       )
       DELETE FROM invitations WHERE id IN (SELECT id FROM ended) RETURNING id`,
      [this.clock.now(), days, limit],
    );
    return rows.length;
  }

  private manageable(
    realmId: number,
    { userId, role }: Manager,
  ): FindOptionsWhere<InvitationEntity>[] {
    const conditions: FindOptionsWhere<InvitationEntity> = {
      realmId,
      state: 'open',
      linkId: IsNull(),
      role: MoreThanOrEqual(role),
      ...(role <= Role.Administrator ? {} : { inviterId: userId }),
    };
    return [
      { ...conditions, expiresAt: IsNull() },
      { ...conditions, expiresAt: MoreThan(this.clock.now()) },
    ];
  }
}
