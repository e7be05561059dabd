import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A web site that runs code blocks of one language. */
@Entity('playgrounds')
@Index('playgrounds_name', ['realmId', 'pygmentsLanguage', 'name'], { unique: true })
export class PlaygroundEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @Column('text')
  name!: string;

  @Column('text')
  pygmentsLanguage!: string;

  /** RFC 6570, with the variable `code`. */
  @Column('text')
  urlTemplate!: string;
}
