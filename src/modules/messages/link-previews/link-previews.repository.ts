import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, LessThan, MoreThanOrEqual, type Repository } from 'typeorm';
import { LinkPreviewEntity } from './link-preview.entity.js';

@Injectable()
export class LinkPreviewsRepository {
  constructor(
    @InjectRepository(LinkPreviewEntity)
    private readonly linkPreviews: Repository<LinkPreviewEntity>,
  ) {}

  find(realmId: number, urls: string[], fetchedSince: Date): Promise<LinkPreviewEntity[]> {
    return this.linkPreviews.findBy({
      realmId,
      url: Any(urls),
      fetchedAt: MoreThanOrEqual(fetchedSince),
    });
  }

  async save(preview: LinkPreviewEntity): Promise<void> {
    await this.linkPreviews.upsert(preview, ['realmId', 'url']);
  }

  async deleteOlderThan(date: Date): Promise<void> {
    await this.linkPreviews.delete({ fetchedAt: LessThan(date) });
  }
}
