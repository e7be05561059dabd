import { Module } from '@nestjs/common';
import { ExternalContent } from './external-content.access.js';
import { MarkdownService } from './markdown.service.js';

@Module({
  providers: [ExternalContent, MarkdownService],
  exports: [ExternalContent, MarkdownService],
})
export class MarkdownModule {}
