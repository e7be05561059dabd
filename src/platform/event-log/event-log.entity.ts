import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Audience } from './audience.js';

/** An event. The table is partitioned by day of `createdAt`. */
@Entity('event_log')
// (realm_id, payload ->> 'userId', id) WHERE type = 'parley:guest_changed'
@Index('event_log_guest_changes', { synchronize: false })
// (realm_id, id) WHERE changes_rights
@Index('event_log_changed_rights', { synchronize: false })
export class EventLogEntity {
  @PrimaryColumn('integer')
  realmId!: number;

  @PrimaryColumn('bigint')
  id!: number;

  @Column('text')
  type!: string;

  @Column('json')
  payload!: object;

  @Column('json')
  audience!: Audience;

  @PrimaryColumn('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  /** Whether an act that was allowed before the event may be forbidden after it. */
  @Column('boolean', { default: false })
  changesRights!: boolean;
}
