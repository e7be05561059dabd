import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** How far a consumer has come in one realm. */
@Entity('event_consumer_cursors')
export class EventConsumerCursorEntity {
  @PrimaryColumn('integer')
  realmId!: number;

  @ForeignKey('event_consumers', { onDelete: 'CASCADE' })
  @PrimaryColumn('text')
  consumer!: string;

  @Column('bigint')
  cursor!: number;
}
