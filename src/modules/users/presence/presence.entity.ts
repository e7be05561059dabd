import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who never reported has no row. */
@Entity('presences')
export class PresenceEntity {
  @PrimaryColumn('integer', { name: 'user_id' })
  userId!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  /** Null for who was never active. */
  @Column('timestamptz', { name: 'last_active_at', nullable: true })
  lastActiveAt!: Date | null;

  @Column('timestamptz', { name: 'last_connected_at' })
  lastConnectedAt!: Date;

  /** Of the last change; larger than that of any earlier change in the realm. */
  @Column('bigint', { name: 'update_id' })
  updateId!: number;
}

/** The newest update id of a realm. */
@Entity('presence_clocks')
export class PresenceClockEntity {
  @PrimaryColumn('integer', { name: 'realm_id' })
  realmId!: number;

  @Column('bigint', { name: 'update_id' })
  updateId!: number;
}
