import { Module } from '@nestjs/common';
import { EmojiModule } from '#modules/realms/emoji';
import { Descriptions } from './descriptions.service.js';
import { ExternalContentUrls } from './external-content-urls.js';
import { MarkdownService } from './markdown.service.js';

@Module({
  imports: [EmojiModule],
  providers: [Descriptions, ExternalContentUrls, MarkdownService],
  exports: [Descriptions, ExternalContentUrls, MarkdownService],
})
export class MarkdownModule {}
