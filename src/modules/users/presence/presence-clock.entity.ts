import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The newest update id of each realm. */
@Entity('presence_clocks')
export class PresenceClockEntity {
  @ForeignKey('realms')
  @PrimaryColumn('integer')
  realmId!: number;

  @Column('bigint')
  updateId!: number;
}
