import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A file that a user has uploaded for messages. */
@Entity('attachments')
@Index('attachments_path_id', ['pathId'], { unique: true })
@Index('attachments_realm_id', ['realmId'])
@Index('attachments_owner_id', ['ownerId', 'id'])
@Index('attachments_unclaimed', ['unclaimedSince'], { where: 'unclaimed_since IS NOT NULL' })
export class AttachmentEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'BY DEFAULT', type: 'integer' })
  id!: number;

  @ForeignKey('realms')
  @Column('integer')
  realmId!: number;

  @ForeignKey('users')
  @Column('integer')
  ownerId!: number;

  /** The part of the URL after `/user_uploads/`: realm id, random directories and name. */
  @Column('text')
  pathId!: string;

  /** The name as uploaded, without control characters. */
  @Column('text')
  fileName!: string;

  /** The content type that the client declared. */
  @Column('text')
  contentType!: string;

  /** Size in bytes. */
  @Column('bigint')
  size!: number;

  /** Whether the first bytes of the file match the content type. */
  @Column('boolean')
  isTypeConfirmed!: boolean;

  @Column('timestamptz')
  createdAt!: Date;

  /** Since when no message or scheduled message refers to the file; null if one does. */
  @Column('timestamptz', { nullable: true })
  unclaimedSince!: Date | null;
}
