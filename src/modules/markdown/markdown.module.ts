import { Module } from '@nestjs/common';
import { ExternalContent } from './external-content.js';
import { MarkdownService } from './markdown.service.js';

@Module({ providers: [ExternalContent, MarkdownService], exports: [MarkdownService] })
export class MarkdownModule {}
