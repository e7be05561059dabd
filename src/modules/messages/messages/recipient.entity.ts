import {
  Check,
  Column,
  Entity,
  Exclusion,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';

/** The destination of messages: a channel, or the set of users of a direct message conversation. */
@Entity('recipients')
@Check('recipients_check', '(stream_id IS NULL) <> (user_ids IS NULL)')
@Exclusion('recipients_user_ids', 'USING hash (user_ids WITH =) WHERE (user_ids IS NOT NULL)')
@Index('recipients_realm_id', ['realmId'])
@Index('recipients_participants', ['userIds'], { type: 'gin', where: 'user_ids IS NOT NULL' })
export class RecipientEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @ForeignKey('streams')
  @Column('integer', { nullable: true, unique: true })
  streamId!: number | null;

  @Column('integer', { array: true, nullable: true })
  userIds!: number[] | null;
}
