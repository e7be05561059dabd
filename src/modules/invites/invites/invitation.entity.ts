import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { Role } from '#platform/http/actor.js';
import type { InvitationState } from './invites.view.js';

@Entity('invitations')
export class InvitationEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  @Column('integer', { name: 'inviter_id' })
  inviterId!: number;

  /** Null for a link that many can use. */
  @Column('text', { nullable: true })
  email!: string | null;

  /** The reusable link that led to this invitation. */
  @Column('integer', { name: 'link_id', nullable: true })
  linkId!: number | null;

  @Column('bytea', { name: 'token_hash', unique: true })
  tokenHash!: Buffer;

  /** Of a link that many can use, which is shown again. */
  @Column('bytea', { name: 'token_sealed', nullable: true })
  tokenSealed!: Buffer | null;

  @Column('smallint')
  role!: Role;

  @Column('integer', { name: 'stream_ids', array: true })
  streamIds!: number[];

  @Column('integer', { name: 'group_ids', array: true })
  groupIds!: number[];

  @Column('boolean', { name: 'with_default_streams' })
  withDefaultStreams!: boolean;

  @Column('boolean', { name: 'notifies_inviter' })
  notifiesInviter!: boolean;

  /** Null for the organization's own words. */
  @Column('text', { name: 'welcome_text', nullable: true })
  welcomeText!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  /** How long it is valid, counted anew when it is sent again. */
  @Column('integer', { nullable: true })
  minutes!: number | null;

  @Column('text', { default: 'open' })
  state!: InvitationState;

  /** When it was used or revoked. */
  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt!: Date | null;
}

/** Number of invitation emails sent at once, for the daily limit. */
@Entity('invitation_email_batches')
export class InvitationEmailBatchEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'bigint' })
  id!: string;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  @Column('timestamptz', { name: 'sent_at' })
  sentAt!: Date;

  @Column('integer')
  emails!: number;
}

/** Who became a member by which invitation. */
@Entity('invitation_uses')
export class InvitationUseEntity {
  @PrimaryColumn('integer', { name: 'user_id' })
  userId!: number;

  @Column('integer', { name: 'invitation_id' })
  invitationId!: number;
}
