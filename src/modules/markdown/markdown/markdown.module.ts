import { Module } from '@nestjs/common';
import { ExternalContentUrls } from './external-content-urls.js';
import { MarkdownService } from './markdown.service.js';

@Module({
  providers: [ExternalContentUrls, MarkdownService],
  exports: [ExternalContentUrls, MarkdownService],
})
export class MarkdownModule {}
