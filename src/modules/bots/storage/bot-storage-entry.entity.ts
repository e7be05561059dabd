import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A value that a bot stored under a key. */
@Entity('bot_storage_entries')
export class BotStorageEntryEntity {
  @ForeignKey('users')
  @PrimaryColumn('integer')
  userId!: number;

  @PrimaryColumn('text')
  key!: string;

  @Column('text')
  value!: string;

  /** Number of characters in key and value. */
  @Column('integer')
  size!: number;
}
