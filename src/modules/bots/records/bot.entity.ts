import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A bot without a row has the defaults. */
@Entity('bots')
@Index('bots_default_sending_stream_id', ['defaultSendingStreamId'], {
  where: 'default_sending_stream_id IS NOT NULL',
})
@Index('bots_default_events_register_stream_id', ['defaultEventsRegisterStreamId'], {
  where: 'default_events_register_stream_id IS NOT NULL',
})
export class BotEntity {
  @ForeignKey('users')
  @PrimaryColumn('integer')
  userId!: number;

  @ForeignKey('streams')
  @Column('integer', { nullable: true })
  defaultSendingStreamId!: number | null;

  @ForeignKey('streams')
  @Column('integer', { nullable: true })
  defaultEventsRegisterStreamId!: number | null;

  @Column('boolean', { default: false })
  defaultAllPublicStreams!: boolean;

  /** Outgoing webhook bots only, as are the two columns after it. */
  @Column('text', { nullable: true })
  payloadUrl!: string | null;

  /** 1 own format, 2 Slack format. */
  @Column('smallint', { nullable: true })
  interface!: 1 | 2 | null;

  @Column('bytea', { nullable: true })
  tokenSealed!: Buffer | null;

  /** Embedded bots only, as is the column after it. */
  @Column('text', { nullable: true })
  serviceName!: string | null;

  @Column('jsonb', { nullable: true })
  configData!: Record<string, string> | null;
}
