import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A smaller or converted copy of an uploaded image, in the format WebP. */
@Entity('thumbnails')
export class ThumbnailEntity {
  @ForeignKey('attachments')
  @PrimaryColumn('integer')
  attachmentId!: number;

  /** Name in the URL, such as 840x560.webp. */
  @PrimaryColumn('text')
  name!: string;

  /** Path in the storage. */
  @Column('text')
  path!: string;

  /** Size in bytes. */
  @Column('integer')
  size!: number;
}
