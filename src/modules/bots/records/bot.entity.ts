import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The settings of a bot; a bot without a row has the defaults. */
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

  /** This column and the next three are for outgoing webhook bots. */
  @Column('text', { nullable: true })
  payloadUrl!: string | null;

  /** The format of webhooks: 1 Zulip, 2 Slack. */
  @Column('smallint', { nullable: true })
  interface!: 1 | 2 | null;

  @Column('bytea', { nullable: true })
  tokenSealed!: Buffer | null;

  /** Id of the newest message that triggered the webhook, which may have been deleted. */
  @Column('bigint', { nullable: true })
  newestTriggerId!: number | null;

  /** The embedded bot, or the integration of an incoming webhook bot. */
  @Column('text', { nullable: true })
  serviceName!: string | null;

  /** For embedded bots. */
  @Column('jsonb', { nullable: true })
  configData!: Record<string, string> | null;
}
