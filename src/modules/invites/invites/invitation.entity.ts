import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Role } from '#platform/http/actor.js';

export type InvitationState = 'open' | 'used' | 'revoked';

/** The role, channels and groups of the user who accepts an invitation. */
export type InvitationTerms = Pick<
  InvitationEntity,
  | 'role'
  | 'streamIds'
  | 'groupIds'
  | 'withDefaultStreams'
  | 'notifiesInviter'
  | 'welcomeText'
  | 'minutes'
>;

@Entity('invitations')
@Check('invitations_state_check', "state IN ('open', 'used', 'revoked')")
@Index('invitations_realm_id', ['realmId'])
@Index('invitations_inviter_id', ['inviterId'])
@Index('invitations_link', ['linkId'], { where: 'link_id IS NOT NULL' })
@Index('invitations_open', ['realmId', 'id'], {
  where: "state = 'open' AND link_id IS NULL",
})
@Index('invitations_inviter', ['inviterId', 'id'], { where: "state = 'open'" })
// (realm_id, lower(email)) WHERE state = 'open'
@Index('invitations_email', { synchronize: false })
// (coalesce(ended_at, expires_at))
@Index('invitations_ended', { synchronize: false })
export class InvitationEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @ForeignKey('users')
  @Column('integer')
  inviterId!: number;

  /** Null for a reusable link. */
  @Column('text', { nullable: true })
  email!: string | null;

  /** The reusable link that led to this invitation. */
  @ForeignKey('invitations')
  @Column('integer', { nullable: true })
  linkId!: number | null;

  @Column('bytea', { unique: true })
  tokenHash!: Buffer;

  /**
   * The encrypted token: a reusable link is shown again, the link of an email is sent again. Older
   * invitations by email have none.
   */
  @Column('bytea', { nullable: true })
  tokenSealed!: Buffer | null;

  @Column('smallint')
  role!: Role;

  @Column('integer', { array: true })
  streamIds!: number[];

  @Column('integer', { array: true })
  groupIds!: number[];

  @Column('boolean')
  withDefaultStreams!: boolean;

  @Column('boolean')
  notifiesInviter!: boolean;

  /** Replaces the welcome text of the organization, unless null; empty for none. */
  @Column('text', { nullable: true })
  welcomeText!: string | null;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  /** The time of validity, which restarts when the email is sent again; null for no limit. */
  @Column('integer', { nullable: true })
  minutes!: number | null;

  @Column('text', { default: 'open' })
  state!: InvitationState;

  /** The time at which it was used or revoked. */
  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;
}

export function termsOf(invitation: InvitationEntity): InvitationTerms {
  const { role, streamIds, groupIds, withDefaultStreams, notifiesInviter, welcomeText, minutes } =
    invitation;
  return { role, streamIds, groupIds, withDefaultStreams, notifiesInviter, welcomeText, minutes };
}
