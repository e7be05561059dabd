import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { ImageEntity } from './image.entity.js';
import { ThumbnailEntity } from './thumbnail.entity.js';

export type UploadedImage = Omit<ImageEntity, 'retryAt'>;

@Injectable()
export class ImagesRepository {
  constructor(
    @InjectRepository(ImageEntity) private readonly images: Repository<ImageEntity>,
    @InjectRepository(ThumbnailEntity) private readonly thumbnails: Repository<ThumbnailEntity>,
    private readonly database: Database,
  ) {}

  async insert(image: ImageEntity): Promise<void> {
    await this.images.insert(image);
  }

  find(attachmentId: number): Promise<ImageEntity | null> {
    return this.images.findOneBy({ attachmentId });
  }

  findAll(attachmentIds: number[]): Promise<UploadedImage[]> {
    return this.images.findBy({ attachmentId: In(attachmentIds) });
  }

  /** An image without thumbnails, locked until the end of the transaction. */
  lockPending(attachmentId: number): Promise<ImageEntity | null> {
    return this.images.findOne({
      where: { attachmentId, state: 'pending' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async update(
    attachmentId: number,
    changes: Partial<Omit<ImageEntity, 'attachmentId'>>,
  ): Promise<void> {
    await this.images.update({ attachmentId }, changes);
  }

  async addThumbnails(thumbnails: ThumbnailEntity[]): Promise<void> {
    await this.thumbnails.insert(thumbnails);
  }

  findThumbnails(attachmentId: number): Promise<ThumbnailEntity[]> {
    return this.thumbnails.findBy({ attachmentId });
  }

  /** Deletes the image. Returns whether messages may not yet show it in its final state. */
  async delete(attachmentId: number): Promise<boolean> {
    const rows = await this.database.query<{ isUnfinished: boolean }>(
      `DELETE FROM images WHERE attachment_id = $1 RETURNING retry_at IS NOT NULL AS "isUnfinished"`,
      [attachmentId],
    );
    return rows.some(({ isUnfinished }) => isUnfinished);
  }

  /** Called after `delete`, which waits for a transaction that adds thumbnails. Returns the paths. */
  async deleteThumbnails(attachmentId: number): Promise<string[]> {
    const rows = await this.database.query<{ path: string }>(
      `DELETE FROM thumbnails WHERE attachment_id = $1 RETURNING path`,
      [attachmentId],
    );
    return rows.map(({ path }) => path);
  }

  /** Postpones images that are due and returns the ids of their files. */
  async claimUnfinished(now: Date, retryAt: Date, limit: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `UPDATE images SET retry_at = $2
       WHERE attachment_id IN (
         SELECT attachment_id FROM images WHERE retry_at <= $1
         ORDER BY retry_at LIMIT $3 FOR UPDATE SKIP LOCKED
       ) RETURNING attachment_id AS id`,
      [now, retryAt, limit],
    );
    return rows.map(({ id }) => id);
  }
}
