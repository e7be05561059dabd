import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A word, or several in a row. Each once for a person, whatever its case. */
@Entity('alert_words')
export class AlertWordEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  @Column('integer', { name: 'user_id' })
  userId!: number;

  @Column('text')
  word!: string;
}
