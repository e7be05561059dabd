// Descriptions of organizations, channels and channel folders as HTML, with the custom emoji of the
// organization.
import { Injectable } from '@nestjs/common';
import { EmojiService } from '#modules/realms/emoji';
import { MarkdownService } from './markdown.service.js';

@Injectable()
export class Descriptions {
  constructor(
    private readonly markdownService: MarkdownService,
    private readonly emojiService: EmojiService,
  ) {}

  async render(realmId: number, source: string): Promise<string> {
    const customEmoji = await this.emojiService.pictures(realmId);
    return this.markdownService.renderMessage(source, { customEmoji }).html;
  }
}
