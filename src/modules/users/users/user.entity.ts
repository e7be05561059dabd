import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { BotType } from '#platform/http/actor.js';

@Entity('users')
export class UserEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  /** What the API shows as the address. */
  @Column('text')
  email!: string;

  /** The real address, in the spelling that the user gave. */
  @Column('text', { name: 'delivery_email' })
  deliveryEmail!: string;

  @Column('text', { name: 'full_name' })
  fullName!: string;

  @Column('smallint')
  role!: number;

  @Column('boolean', { name: 'is_active', default: true })
  isActive!: boolean;

  /** Null for people. */
  @Column('smallint', { name: 'bot_type', nullable: true })
  botType!: BotType | null;

  @Column('integer', { name: 'bot_owner_id', nullable: true })
  botOwnerId!: number | null;

  @Column('boolean', { name: 'is_system_bot', default: false })
  isSystemBot!: boolean;

  @Column('boolean', { name: 'is_imported_stub', default: false })
  isImportedStub!: boolean;

  /** IANA name; empty when not set. */
  @Column('text', { default: '' })
  timezone!: string;

  /** G Gravatar, J Jdenticon, U uploaded. */
  @Column('text', { name: 'avatar_source', default: 'G' })
  avatarSource!: string;

  @Column('integer', { name: 'avatar_version', default: 1 })
  avatarVersion!: number;

  @Column('timestamptz', { name: 'date_joined' })
  dateJoined!: Date;

  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash!: string | null;

  @Column('bytea', { name: 'api_key_hash' })
  apiKeyHash!: Buffer;

  @Column('bytea', { name: 'api_key_sealed' })
  apiKeySealed!: Buffer;

  /** Names of settings that the user changed, as opposed to an administrator. */
  @Column('text', { name: 'edited_settings', array: true, default: [] })
  editedSettings!: string[];

  /** Only what differs from the catalogue's defaults. */
  @Column('jsonb', { default: {} })
  settings!: Record<string, unknown>;

  /** By the id of the field. */
  @Column('jsonb', { name: 'profile_data', default: {} })
  profileData!: Record<string, unknown>;

  /** The name and the profile are gone too; the account can not come back. */
  @Column('boolean', { name: 'is_deleted', default: false })
  isDeleted!: boolean;

  /** Somebody else made the account; the first login of its owner counts as joining. */
  @Column('boolean', { name: 'awaits_first_login', default: false })
  awaitsFirstLogin!: boolean;

  /** Whether the operator lets this owner change the addresses of others. */
  @Column('boolean', { name: 'can_change_user_emails', default: false })
  canChangeUserEmails!: boolean;

  /** Whether the operator lets this user, usually a bridge, write in the name of others. */
  @Column('boolean', { name: 'can_forge_sender', default: false })
  canForgeSender!: boolean;
}
