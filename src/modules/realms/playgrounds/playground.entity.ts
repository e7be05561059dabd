import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A site that runs code blocks of one language. */
@Entity('playgrounds')
export class PlaygroundEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  @Column('text')
  name!: string;

  @Column('text', { name: 'pygments_language' })
  pygmentsLanguage!: string;

  /** RFC 6570, with the variable `code`. */
  @Column('text', { name: 'url_template' })
  urlTemplate!: string;
}
