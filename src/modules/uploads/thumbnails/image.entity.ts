import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export type ImageState = 'pending' | 'ready' | 'failed';

/** An uploaded file that is an image. */
@Entity('images')
@Index('images_retry_at', ['retryAt'], { where: 'retry_at IS NOT NULL' })
export class ImageEntity {
  @ForeignKey('attachments')
  @PrimaryColumn('integer')
  attachmentId!: number;

  /** Whether the image has thumbnails. A failed image is treated as a plain file. */
  @Column('text')
  state!: ImageState;

  /** In pixels, after rotation; null while unknown. */
  @Column('integer', { nullable: true })
  width!: number | null;

  @Column('integer', { nullable: true })
  height!: number | null;

  /** Whether the image has an animated thumbnail. */
  @Column('boolean')
  isAnimated!: boolean;

  /** Name of the thumbnail that replaces an original that browsers cannot display. */
  @Column('text', { nullable: true })
  transcodedName!: string | null;

  /** When the job is enqueued again; null if all messages show the image in its final state. */
  @Column('timestamptz', { nullable: true })
  retryAt!: Date | null;
}
