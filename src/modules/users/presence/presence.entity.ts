import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A user who never reported has no row. */
@Entity('presences')
@Index('presences_realm_id_update_id', ['realmId', 'updateId'])
export class PresenceEntity {
  @ForeignKey('users')
  @PrimaryColumn('integer')
  userId!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  /** Null for a user who was never active. */
  @Column('timestamptz', { nullable: true })
  lastActiveAt!: Date | null;

  @Column('timestamptz')
  lastConnectedAt!: Date;

  /** The update id of the last change; larger than those of all earlier changes in the realm. */
  @Column('bigint')
  updateId!: number;
}
