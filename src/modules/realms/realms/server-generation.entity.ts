import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The single row with the current server generation. */
@Entity('server_generations')
@Check('server_generations_only_row_check', 'only_row')
export class ServerGenerationEntity {
  @PrimaryColumn('boolean', { default: true })
  onlyRow!: boolean;

  /** Start in UNIX seconds. */
  @Column('bigint')
  generation!: number;

  /** Hash of the configuration visible to clients. */
  @Column('text')
  fingerprint!: string;

  /** The database cluster and the database in it; null before the first start. */
  @Column('text', { nullable: true })
  databaseIdentity!: string | null;
}
