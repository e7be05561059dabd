import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A smaller or converted copy of an uploaded image, in the format WebP. */
@Entity('thumbnails')
export class ThumbnailEntity {
  @ForeignKey('attachments')
  @PrimaryColumn('integer')
  attachmentId!: number;

  /** As in its URL, such as 840x560.webp. */
  @PrimaryColumn('text')
  name!: string;

  /** In the storage. */
  @Column('text')
  path!: string;

  /** In bytes. */
  @Column('integer')
  size!: number;
}
