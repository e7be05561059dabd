import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The invitation that a user accepted. */
@Entity('invitation_uses')
@Index('invitation_uses_invitation_id', ['invitationId'])
export class InvitationUseEntity {
  @ForeignKey('users')
  @PrimaryColumn('integer')
  userId!: number;

  @ForeignKey('invitations')
  @Column('integer')
  invitationId!: number;
}
