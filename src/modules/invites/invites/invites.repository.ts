import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import type { Invitation, InvitationState, InvitationTerms } from './invites.view.js';

/** Invitations of several people by one, on the same terms. */
export interface NewInvitations {
  inviterId: number;
  linkId?: number | undefined;
  terms: InvitationTerms;
  invitees: Invitee[];
}

interface Invitee {
  /** Null for a link that many can use. */
  email: string | null;
  tokenHash: Buffer;
  tokenSealed: Buffer | null;
}

/** An invitation as who holds its link meets it. */
export interface FoundInvitation extends Invitation {
  state: InvitationState;
  is_expired: boolean;
  /** The inviter may still invite to this role, and the link that led here is still good. */
  is_backed: boolean;
}

/** Whose invitations: of the role and below, of everybody or of one person. */
export interface Manager {
  userId: number;
  role: Role;
}

const ADVISORY_LOCK = 1_764_000_210;

const COLUMNS = `i.id, i.inviter_id, i.email, i.token_sealed, i.role, i.stream_ids, i.group_ids,
  i.with_default_streams, i.notifies_inviter, i.welcome_text, i.minutes,
  floor(extract(epoch FROM i.created_at))::float8 AS created,
  floor(extract(epoch FROM i.expires_at))::float8 AS expires`;

/** Parameters: realm, manager, their role, now. */
const MANAGEABLE = `i.realm_id = $1 AND i.state = 'open' AND i.link_id IS NULL AND i.role >= $3
  AND (i.expires_at IS NULL OR i.expires_at > $4)
  AND ($3 <= ${Role.Administrator} OR i.inviter_id = $2)`;

const FOUND = `
  SELECT ${COLUMNS}, i.state, coalesce(i.expires_at <= $3, false) AS is_expired,
    u.is_active AND u.role <= i.role AND (l.id IS NULL OR (
      l.state = 'open' AND coalesce(l.expires_at > $3, true))) AS is_backed
  FROM invitations i
  JOIN users u ON u.id = i.inviter_id
  LEFT JOIN invitations l ON l.id = i.link_id
  WHERE i.realm_id = $1 AND i.token_hash = $2`;

@Injectable()
export class InvitesRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async insert(realmId: number, given: NewInvitations): Promise<void> {
    const { terms, invitees } = given;
    await this.database.query(
      `INSERT INTO invitations (realm_id, inviter_id, email, link_id, token_hash, token_sealed, role,
         stream_ids, group_ids, with_default_streams, notifies_inviter, welcome_text, minutes,
         created_at, expires_at)
       SELECT $1, $2, email, $4, token_hash, token_sealed, $7, $8, $9, $10, $11, $12, $13::integer,
         $14::timestamptz, $14::timestamptz + make_interval(mins => $13::integer)
       FROM unnest($3::text[], $5::bytea[], $6::bytea[]) AS i (email, token_hash, token_sealed)`,
      [
        realmId,
        given.inviterId,
        invitees.map(({ email }) => email),
        given.linkId ?? null,
        invitees.map(({ tokenHash }) => tokenHash),
        invitees.map(({ tokenSealed }) => tokenSealed),
        terms.role,
        terms.stream_ids,
        terms.group_ids,
        terms.with_default_streams,
        terms.notifies_inviter,
        terms.welcome_text,
        terms.minutes,
        this.clock.now(),
      ],
    );
  }

  /** What this person may see and change, oldest first. */
  listFor(realmId: number, manager: Manager): Promise<Invitation[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM invitations i WHERE ${MANAGEABLE} ORDER BY i.id`,
      [realmId, manager.userId, manager.role, this.clock.now()],
    );
  }

  /** One of those; nobody else changes it until the end of the present transaction. */
  async lockFor(
    realmId: number,
    manager: Manager,
    { id, isLink }: { id: number; isLink: boolean },
  ): Promise<Invitation | undefined> {
    const [invitation] = await this.database.query<Invitation>(
      `SELECT ${COLUMNS} FROM invitations i
       WHERE ${MANAGEABLE} AND i.id = $5 AND (i.email IS NULL) = $6 FOR NO KEY UPDATE OF i`,
      [realmId, manager.userId, manager.role, this.clock.now(), id, isLink],
    );
    return invitation;
  }

  async find(realmId: number, tokenHash: Buffer): Promise<FoundInvitation | undefined> {
    const [found] = await this.database.query<FoundInvitation>(FOUND, [
      realmId,
      tokenHash,
      this.clock.now(),
    ]);
    return found;
  }

  /** The same, and nobody else accepts, changes or revokes it meanwhile. */
  async lock(realmId: number, tokenHash: Buffer): Promise<FoundInvitation | undefined> {
    await this.database.query(
      `SELECT id FROM invitations WHERE realm_id = $1 AND token_hash = $2 FOR NO KEY UPDATE`,
      [realmId, tokenHash],
    );
    return this.find(realmId, tokenHash);
  }

  async end(id: number, state: Exclude<InvitationState, 'open'>): Promise<void> {
    await this.database.query(`UPDATE invitations SET state = $2, ended_at = $3 WHERE id = $1`, [
      id,
      state,
      this.clock.now(),
    ]);
  }

  /** The former token is worth nothing from now on. */
  async renew(id: number, tokenHash: Buffer): Promise<void> {
    await this.database.query(
      `UPDATE invitations SET token_hash = $2, created_at = $3,
         expires_at = $3::timestamptz + make_interval(mins => minutes)
       WHERE id = $1`,
      [id, tokenHash, this.clock.now()],
    );
  }

  /** Returns who had sent them. */
  async useAllTo(realmId: number, email: string): Promise<number[]> {
    return this.inviters(
      `UPDATE invitations SET state = 'used', ended_at = $3
       WHERE realm_id = $1 AND lower(email) = lower($2) AND state = 'open'
       RETURNING inviter_id AS id`,
      [realmId, email, this.clock.now()],
    );
  }

  /** Returns whether there were any. */
  async revokeAllOf(inviterId: number): Promise<boolean> {
    const inviters = await this.inviters(
      `UPDATE invitations SET state = 'revoked', ended_at = $2
       WHERE inviter_id = $1 AND state = 'open' RETURNING inviter_id AS id`,
      [inviterId, this.clock.now()],
    );
    return inviters.length > 0;
  }

  async insertUse(userId: number, invitationId: number): Promise<void> {
    await this.database.query(
      `INSERT INTO invitation_uses (user_id, invitation_id) VALUES ($1, $2)`,
      [userId, invitationId],
    );
  }

  /** By which the person became a member. */
  async welcomeText(userId: number): Promise<string | null> {
    const [row] = await this.database.query<{ text: string | null }>(
      `SELECT i.welcome_text AS text FROM invitation_uses u
       JOIN invitations i ON i.id = u.invitation_id WHERE u.user_id = $1`,
      [userId],
    );
    return row?.text ?? null;
  }

  /**
   * Number of emails of the last day; until the end of the present transaction nobody adds to them. What is
   * ahead of the clock was sent before that was put back, and would count for as much longer.
   */
  async lockEmailsSentToday(realmId: number): Promise<number> {
    await this.database.query(`SELECT pg_advisory_xact_lock($1, $2)`, [ADVISORY_LOCK, realmId]);
    const [row] = await this.database.query<{ count: number }>(
      `SELECT coalesce(sum(emails), 0)::integer AS count FROM invitation_email_batches
       WHERE realm_id = $1 AND sent_at > $2::timestamptz - make_interval(days => 1)
         AND sent_at < $2::timestamptz + make_interval(mins => 1)`,
      [realmId, this.clock.now()],
    );
    return row!.count;
  }

  async addEmailBatch(realmId: number, emails: number): Promise<void> {
    await this.database.query(
      `INSERT INTO invitation_email_batches (realm_id, sent_at, emails) VALUES ($1, $2, $3)`,
      [realmId, this.clock.now(), emails],
    );
  }

  /** Of more than a day ago, which no limit looks at. */
  async deleteOldEmailBatches(): Promise<void> {
    await this.database.query(
      `DELETE FROM invitation_email_batches WHERE sent_at < $1::timestamptz - make_interval(days => 2)`,
      [this.clock.now()],
    );
  }

  /**
   * Deletes some of those that ended so many days ago, emailed ones before the links that led to them.
   * Returns how many.
   */
  async clearEnded(days: number, limit: number): Promise<number> {
    const rows = await this.database.query(
      `WITH ended AS (
         SELECT id FROM invitations i
         WHERE coalesce(ended_at, expires_at) < $1::timestamptz - make_interval(days => $2)
           AND NOT EXISTS (SELECT FROM invitations emailed WHERE emailed.link_id = i.id)
         ORDER BY coalesce(ended_at, expires_at) LIMIT $3
       ), uses AS (
         DELETE FROM invitation_uses WHERE invitation_id IN (SELECT id FROM ended)
       )
       DELETE FROM invitations WHERE id IN (SELECT id FROM ended) RETURNING id`,
      [this.clock.now(), days, limit],
    );
    return rows.length;
  }

  private async inviters(statement: string, values: unknown[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(statement, values);
    return [...new Set(rows.map(({ id }) => id))];
  }
}
