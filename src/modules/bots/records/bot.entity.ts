import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A bot without a row has the defaults. */
@Entity('bots')
export class BotEntity {
  @PrimaryColumn('integer', { name: 'user_id' })
  userId!: number;

  @Column('integer', { name: 'default_sending_stream_id', nullable: true })
  defaultSendingStreamId!: number | null;

  @Column('integer', { name: 'default_events_register_stream_id', nullable: true })
  defaultEventsRegisterStreamId!: number | null;

  @Column('boolean', { name: 'default_all_public_streams', default: false })
  defaultAllPublicStreams!: boolean;

  /** Outgoing webhook bots only, as are the two columns after it. */
  @Column('text', { name: 'payload_url', nullable: true })
  payloadUrl!: string | null;

  /** 1 own format, 2 Slack format. */
  @Column('smallint', { nullable: true })
  interface!: number | null;

  @Column('bytea', { name: 'token_sealed', nullable: true })
  tokenSealed!: Buffer | null;

  /** Embedded bots only, as is the column after it. */
  @Column('text', { name: 'service_name', nullable: true })
  serviceName!: string | null;

  @Column('jsonb', { name: 'config_data', nullable: true })
  configData!: Record<string, string> | null;
}
