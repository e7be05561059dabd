import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An unfinished upload in several requests. */
@Entity('resumable_uploads')
@Index('resumable_uploads_realm_id', ['realmId'])
@Index('resumable_uploads_owner_id', ['ownerId'])
@Index('resumable_uploads_created_at', ['createdAt'])
export class ResumableUploadEntity {
  /** Path id of the future attachment; also the id of the upload in the tus protocol. */
  @PrimaryColumn('text')
  pathId!: string;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @ForeignKey('users')
  @Column('integer')
  ownerId!: number;

  /** Size of the complete file in bytes. */
  @Column('bigint')
  size!: number;

  /** The header Upload-Metadata as sent. */
  @Column('text')
  metadata!: string;

  @Column('timestamptz')
  createdAt!: Date;

  /** Id of the request that holds the lease; null if there is none. */
  @Column('text', { nullable: true })
  holder!: string | null;

  /** When the holder last renewed the lease, by the clock of the database. */
  @Column('timestamptz', { nullable: true })
  renewedAt!: Date | null;

  /** Whether another request waits for the lease. */
  @Column('boolean', { default: false })
  isWanted!: boolean;
}
