import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An upload in several requests that is not finished. */
@Entity('resumable_uploads')
@Index('resumable_uploads_realm_id', ['realmId'])
@Index('resumable_uploads_owner_id', ['ownerId'])
@Index('resumable_uploads_created_at', ['createdAt'])
export class ResumableUploadEntity {
  /** Of the attachment that it becomes; also its id in the tus protocol. */
  @PrimaryColumn('text')
  pathId!: string;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @ForeignKey('users')
  @Column('integer')
  ownerId!: number;

  /** Of the complete file, in bytes. */
  @Column('bigint')
  size!: number;

  /** The header Upload-Metadata, as sent. */
  @Column('text')
  metadata!: string;

  @Column('timestamptz')
  createdAt!: Date;

  /** Identifies the request that may write the file; null when there is none. */
  @Column('text', { nullable: true })
  holder!: string | null;

  /** When the holder has last shown that it is alive, by the clock of the database. */
  @Column('timestamptz', { nullable: true })
  renewedAt!: Date | null;

  /** Whether another request waits for the holder to end. */
  @Column('boolean', { default: false })
  isWanted!: boolean;
}
