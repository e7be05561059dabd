import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('event_consumers')
export class EventConsumerEntity {
  @PrimaryColumn('text')
  name!: string;

  /** End of the event log when the consumer was registered. */
  @Column('bigint')
  startEventId!: number;
}
