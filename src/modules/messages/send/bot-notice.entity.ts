import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('bot_notices')
export class BotNoticeEntity {
  @PrimaryColumn('integer', { name: 'bot_id' })
  botId!: number;

  @Column('timestamptz', { name: 'last_sent' })
  lastSent!: Date;
}
