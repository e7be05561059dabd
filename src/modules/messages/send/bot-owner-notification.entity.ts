import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

@Entity('bot_owner_notifications')
export class BotOwnerNotificationEntity {
  @ForeignKey('users')
  @PrimaryColumn('integer')
  botId!: number;

  @Column('timestamptz')
  lastSent!: Date;
}
