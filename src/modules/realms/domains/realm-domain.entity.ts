import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A mail domain whose owners may join an organization that restricts addresses. */
@Entity('realm_domains')
export class RealmDomainEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @Column('integer', { name: 'realm_id' })
  realmId!: number;

  /** In lower case. */
  @Column('text')
  domain!: string;

  @Column('boolean', { name: 'allow_subdomains' })
  allowSubdomains!: boolean;
}
