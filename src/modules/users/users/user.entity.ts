import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { BotType, Role } from '#platform/http/actor.js';

/** Keyed by the id of the field. */
export type ProfileData = Record<string, { value: string; rendered_value?: string }>;

@Entity('users')
@Index('users_api_key_hash', ['apiKeyHash'], { unique: true })
// Unique: (realm_id, lower(email))
@Index('users_realm_email', { synchronize: false })
// Unique: (realm_id, lower(delivery_email))
@Index('users_realm_delivery_email', { synchronize: false })
// (realm_id, lower(full_name))
@Index('users_realm_full_name', { synchronize: false })
@Index('users_administrators', ['realmId', 'role'], { where: 'role <= 300' })
@Index('users_guests', ['realmId'], { where: 'role = 600' })
@Index('users_bots', ['realmId', 'id'], { where: 'bot_type IS NOT NULL' })
@Index('users_bot_owner_id', ['botOwnerId'], { where: 'bot_owner_id IS NOT NULL' })
@Index('users_presence_hidden', ['realmId', 'id'], {
  where: "settings ->> 'presence_enabled' = 'false'",
})
export class UserEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  /** The address that the API shows: the real one, or a placeholder. */
  @Column('text')
  email!: string;

  /** The real address, in the case in which it was entered. */
  @Column('text')
  deliveryEmail!: string;

  @Column('text')
  fullName!: string;

  @Column('smallint')
  role!: Role;

  @Column('boolean', { default: true })
  isActive!: boolean;

  /** Null for people. */
  @Column('smallint', { nullable: true })
  botType!: BotType | null;

  @ForeignKey('users')
  @Column('integer', { nullable: true })
  botOwnerId!: number | null;

  @Column('boolean', { default: false })
  isSystemBot!: boolean;

  @Column('boolean', { default: false })
  isImportedStub!: boolean;

  /** IANA name; empty when not set. */
  @Column('text', { default: '' })
  timezone!: string;

  /** G Gravatar, J Jdenticon, U uploaded. */
  @Column('text', { default: 'G' })
  avatarSource!: 'G' | 'J' | 'U';

  @Column('integer', { default: 1 })
  avatarVersion!: number;

  /** Path of an uploaded picture: the id of the realm and a random name. */
  @Column('text', { nullable: true })
  avatarPath!: string | null;

  @Column('timestamptz')
  dateJoined!: Date;

  @Column('text', { nullable: true })
  passwordHash!: string | null;

  @Column('bytea')
  apiKeyHash!: Buffer;

  @Column('bytea')
  apiKeySealed!: Buffer;

  /** Names of the settings that the user, rather than an administrator, changed. */
  @Column('text', { array: true, default: [] })
  editedSettings!: string[];

  /** The values that differ from the defaults of the catalogue. */
  @Column('jsonb', { default: {} })
  settings!: Record<string, unknown>;

  @Column('jsonb', { default: {} })
  profileData!: ProfileData;

  /** The account is anonymized and cannot be reactivated. */
  @Column('boolean', { default: false })
  isDeleted!: boolean;

  /** The account was created by another user, and the first login counts as joining. */
  @Column('boolean', { default: false })
  awaitsFirstLogin!: boolean;

  /** Whether the operator allows this owner to change the addresses of others. */
  @Column('boolean', { default: false })
  canChangeUserEmails!: boolean;

  /** Whether the operator allows this user, usually a bridge, to send on behalf of others. */
  @Column('boolean', { default: false })
  canSendOnBehalf!: boolean;
}
