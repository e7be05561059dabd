import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('linkifiers')
@Index('linkifiers_realm_position', ['realmId', 'position'])
@Index('linkifiers_realm_pattern', ['realmId', 'pattern'], { unique: true })
export class LinkifierEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  /** A regular expression in the syntax of RE2, with named groups as in Python. */
  @Column('text')
  pattern!: string;

  /** RFC 6570, with the groups as variables. */
  @Column('text')
  urlTemplate!: string;

  @Column('text', { nullable: true })
  exampleInput!: string | null;

  @Column('text', { nullable: true })
  reverseTemplate!: string | null;

  @Column('text', { array: true, default: [] })
  alternativeUrlTemplates!: string[];

  /** From 0, in the order of application. */
  @Column('integer')
  position!: number;
}
