import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A domain whose email addresses are allowed in a realm that restricts addresses. */
@Entity('realm_domains')
@Index('realm_domains_domain', ['realmId', 'domain'], { unique: true })
export class RealmDomainEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  /** In lower case. */
  @Column('text')
  domain!: string;

  @Column('boolean')
  allowSubdomains!: boolean;
}
