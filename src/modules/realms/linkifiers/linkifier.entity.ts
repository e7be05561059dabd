import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('linkifiers')
export class LinkifierEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  /** In the syntax of Python, with named groups. */
  @Column('text')
  pattern!: string;

  /** RFC 6570, with the groups as variables. */
  @Column('text', { name: 'url_template' })
  urlTemplate!: string;

  @Column('text', { name: 'example_input', nullable: true })
  exampleInput!: string | null;

  @Column('text', { name: 'reverse_template', nullable: true })
  reverseTemplate!: string | null;

  @Column('text', { name: 'alternative_url_templates', array: true, default: [] })
  alternativeUrlTemplates!: string[];

  /** From 0, in the order of application. */
  @Column('integer')
  position!: number;
}
