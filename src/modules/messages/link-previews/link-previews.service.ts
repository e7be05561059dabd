// Previews of linked pages under a message, if the organization enables them. Pages are fetched outside
// of transactions; results are stored for a day, also for pages without a preview.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { LinkPreview } from '#modules/markdown/markdown';
import { RerenderMessage } from '#modules/messages/edit';
import { RealmsService } from '#modules/realms/realms';
import { Clock, fromSeconds, toSeconds } from '#platform/clock.js';
import { WebPages } from '#platform/outgoing/web-pages.js';
import { LinkPreviewsRepository } from './link-previews.repository.js';
import { previewOf } from './open-graph.js';

const MAX_AGE_SECONDS = 24 * 60 * 60;
const MAX_LINKS = 5;
const MAX_URL = 2000;
const NOTHING: LinkPreview = { title: '', description: '', image: '' };

@Injectable()
export class LinkPreviewsService {
  constructor(
    private readonly linkPreviewsRepository: LinkPreviewsRepository,
    private readonly rerenderMessage: RerenderMessage,
    private readonly realmsService: RealmsService,
    private readonly webPages: WebPages,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {}

  /** Does nothing for a deleted message. */
  async preview(realmId: number, messageId: number, stop: AbortSignal): Promise<void> {
    const { inline_url_embed_preview: isOn } = await this.realmsService.settings(realmId);
    if (!isOn) return;
    const source = await this.rerenderMessage.source(realmId, messageId);
    if (!source) return;
    const previewable = await this.rerenderMessage.previewable(source);
    const urls = previewable.filter((url) => url.length <= MAX_URL);
    if (urls.length === 0) return;
    const linkPreviews = await this.previewsOf(realmId, urls.slice(0, MAX_LINKS), stop);
    if (linkPreviews.size === 0) return;
    await this.rerenderMessage.rerender(source, linkPreviews);
  }

  async deleteOld(): Promise<void> {
    await this.linkPreviewsRepository.deleteOlderThan(this.oldest());
  }

  private async previewsOf(
    realmId: number,
    urls: string[],
    stop: AbortSignal,
  ): Promise<Map<string, LinkPreview>> {
    const cached = await this.linkPreviewsRepository.find(realmId, urls, this.oldest());
    const known = new Map<string, LinkPreview>(cached.map((preview) => [preview.url, preview]));
    const unknown = urls.filter((url) => !known.has(url));
    await Promise.all(
      unknown.map(async (url) => {
        const preview = await this.read(url, stop);
        const fetchedAt = this.clock.now();
        await this.linkPreviewsRepository.save({ realmId, url, ...preview, fetchedAt });
        known.set(url, preview);
      }),
    );
    return new Map([...known].filter(([, { image }]) => image !== ''));
  }

  private oldest(): Date {
    return fromSeconds(toSeconds(this.clock.now()) - MAX_AGE_SECONDS);
  }

  private async read(url: string, stop: AbortSignal): Promise<LinkPreview> {
    try {
      const page = await this.webPages.read(url, stop);
      return page ? await previewOf(page) : NOTHING;
    } catch (error) {
      stop.throwIfAborted();
      this.logger.debug({ err: error }, 'A linked page cannot be read');
      return NOTHING;
    }
  }
}
