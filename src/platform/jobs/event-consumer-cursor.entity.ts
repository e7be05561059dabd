import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The position of a consumer in the event log of one realm. */
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
