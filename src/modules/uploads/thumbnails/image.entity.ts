import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

export type ImageState = 'pending' | 'ready' | 'failed';

/** An uploaded file that is an image. */
@Entity('images')
@Index('images_retry_at', ['retryAt'], { where: 'retry_at IS NOT NULL' })
export class ImageEntity {
  @ForeignKey('attachments')
  @PrimaryColumn('integer')
  attachmentId!: number;

  /** Whether it has thumbnails. One that has failed is a file like any other. */
  @Column('text')
  state!: ImageState;

  /** In pixels, after rotation; null until they are known. */
  @Column('integer', { nullable: true })
  width!: number | null;

  @Column('integer', { nullable: true })
  height!: number | null;

  /** Whether it has an animated thumbnail. */
  @Column('boolean')
  isAnimated!: boolean;

  /** Name of the thumbnail that replaces an original which browsers do not show. */
  @Column('text', { nullable: true })
  transcodedName!: string | null;

  /** When its job is enqueued again; null when all messages show the image in its final state. */
  @Column('timestamptz', { nullable: true })
  retryAt!: Date | null;
}
