import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The last digest of a user. */
@Entity('digest_emails')
export class DigestEntity {
  @ForeignKey('users')
  @PrimaryColumn('integer')
  userId!: number;

  @Column('timestamptz')
  sentAt!: Date;
}
