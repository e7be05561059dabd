import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Who never reported has no row. */
@Entity('presences')
@Index('presences_realm_id_update_id', ['realmId', 'updateId'])
export class PresenceEntity {
  @ForeignKey('users')
  @PrimaryColumn('integer')
  userId!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  /** Null for who was never active. */
  @Column('timestamptz', { nullable: true })
  lastActiveAt!: Date | null;

  @Column('timestamptz')
  lastConnectedAt!: Date;

  /** Of the last change; larger than that of any earlier change in the realm. */
  @Column('bigint')
  updateId!: number;
}
