import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A word or phrase about which a user is alerted; unique per user regardless of case. */
@Entity('alert_words')
@Index('alert_words_realm_id', ['realmId'])
// Unique: (user_id, lower(word))
@Index('alert_words_user_word', { synchronize: false })
export class AlertWordEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @ForeignKey('users')
  @Column('integer')
  userId!: number;

  @Column('text')
  word!: string;
}
