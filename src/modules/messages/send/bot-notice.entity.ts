import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

@Entity('bot_notices')
export class BotNoticeEntity {
  @ForeignKey('users')
  @PrimaryColumn('integer')
  botId!: number;

  @Column('timestamptz')
  lastSent!: Date;
}
