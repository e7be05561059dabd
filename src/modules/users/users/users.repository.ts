import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, type Repository } from 'typeorm';
import { Clock } from '#platform/clock.js';
import { MESSAGE_FLAGS } from '#modules/messages/user-messages';
import type { EmailVisibility } from '#modules/users/visibility';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { SYSTEM_BOTS } from './system-bots.js';
import { UserEntity } from './user.entity.js';

const EMAIL_VISIBILITY = `CASE WHEN u.bot_type IS NULL
  THEN coalesce((u.settings ->> 'email_address_visibility')::integer, 1) ELSE 1 END`;

const SUMMARY = `u.id, u.realm_id AS "realmId", u.email, u.delivery_email AS "deliveryEmail",
  u.full_name AS "fullName", u.role, u.is_active AS "isActive", u.bot_type AS "botType",
  u.bot_owner_id AS "botOwnerId", u.avatar_source AS "avatarSource",
  u.avatar_version AS "avatarVersion", u.avatar_path AS "avatarPath", u.is_system_bot AS "isSystemBot",
  ${EMAIL_VISIBILITY} AS "emailVisibility"`;

const ROW = `${SUMMARY}, u.is_imported_stub AS "isImportedStub", u.timezone,
  u.is_deleted AS "isDeleted", u.profile_data AS "profileData",
  to_char(u.date_joined AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"+00:00"') AS "dateJoined"`;

/** The properties of a user that most modules need. */
export interface UserSummary extends Pick<
  UserEntity,
  | 'id'
  | 'realmId'
  | 'email'
  | 'deliveryEmail'
  | 'fullName'
  | 'role'
  | 'isActive'
  | 'botType'
  | 'botOwnerId'
  | 'avatarSource'
  | 'avatarVersion'
  | 'avatarPath'
  | 'isSystemBot'
> {
  /** Everyone for bots. */
  emailVisibility: EmailVisibility;
}

/** The properties of a user that clients receive. */
export interface UserRow
  extends
    UserSummary,
    Pick<UserEntity, 'isImportedStub' | 'timezone' | 'isDeleted' | 'profileData'> {
  /** ISO 8601 in UTC, to the minute. */
  dateJoined: string;
}

/** System bots are found by address, which is indexed; their flag is not. */
const SYSTEM_BOT_EMAILS = Object.values(SYSTEM_BOTS).map(({ email }) => email);

export interface NewUserRow {
  email: string;
  /** The domain of the placeholder address. */
  host: string;
  fullName: string;
  role: Role;
  botType: number | null;
  botOwnerId: number | null;
  isSystemBot: boolean;
  timezone: string;
  passwordHash: string | null;
  apiKeyHash: Buffer;
  apiKeySealed: Buffer;
  awaitsFirstLogin: boolean;
  canChangeUserEmails: boolean;
}

/** First key of the advisory locks on the names of a realm. */
const NAMES_LOCK = 0x70_6e_61_6d;

@Injectable()
export class UsersRepository {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Returns the new id, or undefined when the address is taken. Settings start with the defaults of the realm. */
  async insert(realmId: number, user: NewUserRow): Promise<number | undefined> {
    const [row] = await this.database.query<{ id: number }>(
      `WITH new AS (
         SELECT nextval(pg_get_serial_sequence('users', 'id'))::integer AS id, r.id AS realm_id,
           jsonb_strip_nulls(jsonb_build_object('default_language', r.settings -> 'default_language'))
             || coalesce(r.settings -> 'user_settings_defaults', '{}') AS settings,
           coalesce(r.settings ->> 'default_avatar_source', 'G') AS avatar_source
         FROM realms r WHERE r.id = $1
       )
       INSERT INTO users (id, realm_id, email, delivery_email, full_name, role, bot_type,
         bot_owner_id, is_system_bot, timezone, date_joined, password_hash, api_key_hash,
         api_key_sealed, settings, avatar_source, awaits_first_login, can_change_user_emails)
       SELECT id, realm_id,
         CASE WHEN $5::smallint IS NULL
             AND coalesce((settings ->> 'email_address_visibility')::integer, 1) <> 1
           THEN 'user' || id || '@' || $13 ELSE $2 END,
         $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, settings, avatar_source, $14, $15
       FROM new
       ON CONFLICT DO NOTHING
       RETURNING id`,
      [
        realmId,
        user.email,
        user.fullName,
        user.role,
        user.botType,
        user.botOwnerId,
        user.isSystemBot,
        user.timezone,
        this.clock.now(),
        user.passwordHash,
        user.apiKeyHash,
        user.apiKeySealed,
        user.host,
        user.awaitsFirstLogin,
        user.canChangeUserEmails,
      ],
    );
    return row?.id;
  }

  /**
   * The names of all active users, system bots included, except one. Other transactions that call this
   * for the realm wait until the end of the current one.
   */
  async lockNames(realmId: number, exceptId?: number): Promise<string[]> {
    await this.database.query(`SELECT pg_advisory_xact_lock($1, $2)`, [NAMES_LOCK, realmId]);
    const rows = await this.database.query<{ full_name: string }>(
      `SELECT full_name FROM users
       WHERE realm_id = $1 AND is_active AND id IS DISTINCT FROM $2::integer`,
      [realmId, exceptId ?? null],
    );
    return rows.map(({ full_name: name }) => name);
  }

  /** All users except system bots, ordered by id. */
  findAll(realmId: number): Promise<UserRow[]> {
    return this.database.query(
      `SELECT ${ROW} FROM users u WHERE u.realm_id = $1 AND NOT u.is_system_bot ORDER BY u.id`,
      [realmId],
      { prepare: true },
    );
  }

  /** Without system bots, ordered by id. */
  findSome(realmId: number, ids: number[]): Promise<UserRow[]> {
    return this.database.query(
      `SELECT ${ROW} FROM users u
       WHERE u.id = ANY ($2) AND u.realm_id = $1 AND NOT u.is_system_bot ORDER BY u.id`,
      [realmId, ids],
      { prepare: true },
    );
  }

  /** The people whose real address is not visible to everyone, ordered by id. */
  findWithRestrictedEmail(realmId: number): Promise<UserRow[]> {
    return this.database.query(
      `SELECT ${ROW} FROM users u
       WHERE u.realm_id = $1 AND u.bot_type IS NULL
         AND u.settings ->> 'email_address_visibility' <> '1'
       ORDER BY u.id`,
      [realmId],
    );
  }

  /** All users except system bots. */
  async allIds(realmId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM users WHERE realm_id = $1 AND NOT is_system_bot ORDER BY id`,
      [realmId],
    );
    return rows.map(({ id }) => id);
  }

  findSystemBots(realmId: number): Promise<UserRow[]> {
    return this.database.query(
      `SELECT ${ROW} FROM users u
       WHERE u.realm_id = $1 AND lower(u.email) = ANY ($2) AND u.is_system_bot ORDER BY u.id`,
      [realmId, SYSTEM_BOT_EMAILS],
      { prepare: true },
    );
  }

  async findById(realmId: number, id: number): Promise<UserRow | undefined> {
    const [row] = await this.database.query<UserRow>(
      `SELECT ${ROW} FROM users u WHERE u.id = $2 AND u.realm_id = $1`,
      [realmId, id],
      { prepare: true },
    );
    return row;
  }

  /** Matches the real and the shown address, regardless of case. */
  async findByEmail(realmId: number, email: string): Promise<UserRow | undefined> {
    const [row] = await this.database.query<UserRow>(
      `SELECT ${ROW} FROM users u
       WHERE u.realm_id = $1 AND (lower(u.delivery_email) = lower($2) OR lower(u.email) = lower($2))
       ORDER BY lower(u.delivery_email) = lower($2) DESC LIMIT 1`,
      [realmId, email],
      { prepare: true },
    );
    return row;
  }

  summariesByIds(realmId: number, ids: number[]): Promise<UserSummary[]> {
    return this.database.query(
      `SELECT ${SUMMARY} FROM users u WHERE u.id = ANY ($2) AND u.realm_id = $1 ORDER BY u.id`,
      [realmId, ids],
      { prepare: true },
    );
  }

  /** Active users first, then by id. */
  summariesByIdsOrNames(realmId: number, ids: number[], names: string[]): Promise<UserSummary[]> {
    return this.database.query(
      `SELECT ${SUMMARY} FROM users u
       WHERE u.realm_id = $1 AND (
         u.id = ANY ($2)
         OR lower(u.full_name) = ANY (ARRAY(SELECT lower(n) FROM unnest($3::text[]) AS n)))
       ORDER BY u.is_active DESC, u.id`,
      [realmId, ids, names],
      { prepare: true },
    );
  }

  /** Matches real and shown addresses, regardless of case. */
  summariesByEmails(realmId: number, emails: string[]): Promise<UserSummary[]> {
    return this.database.query(
      `SELECT ${SUMMARY} FROM users u
       WHERE u.realm_id = $1 AND (
         lower(u.delivery_email) = ANY (ARRAY(SELECT lower(e) FROM unnest($2::text[]) AS e))
         OR lower(u.email) = ANY (ARRAY(SELECT lower(e) FROM unnest($2::text[]) AS e)))
       ORDER BY u.id`,
      [realmId, emails],
      { prepare: true },
    );
  }

  /** Ordered by id. */
  findActivePeople(realmId: number): Promise<{ userId: number; role: Role }[]> {
    return this.database.query(
      `SELECT id AS "userId", role FROM users
       WHERE realm_id = $1 AND is_active AND bot_type IS NULL ORDER BY id`,
      [realmId],
      { prepare: true },
    );
  }

  /** The active users with this role or one above it, down to moderators. */
  async idsWithRole(realmId: number, leastRole: Role): Promise<number[]> {
    const users = await this.users.find({
      select: { id: true },
      where: {
        realmId,
        role: LessThanOrEqual(Math.min(leastRole, Role.Moderator)),
        isActive: true,
      },
    });
    return users.map(({ id }) => id);
  }

  /** The newest message that the user received; -1 without one. */
  async latestMessageId(userId: number): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      `SELECT coalesce(max(message_id), -1) AS id FROM user_messages
       WHERE user_id = $1 AND flags & ${MESSAGE_FLAGS.historical} = 0`,
      [userId],
      { prepare: true },
    );
    return row?.id ?? -1;
  }
}
