import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Single row: since when all processes of the server run with the same configuration. */
@Entity('server_generations')
@Check('server_generations_only_row_check', 'only_row')
export class ServerGenerationEntity {
  @PrimaryColumn('boolean', { default: true })
  onlyRow!: boolean;

  /** UNIX seconds at which it began. */
  @Column('bigint')
  generation!: number;

  /** Hash of the configuration that clients see. */
  @Column('text')
  fingerprint!: string;
}
