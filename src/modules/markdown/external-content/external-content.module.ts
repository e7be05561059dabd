import { Module } from '@nestjs/common';
import { MarkdownModule } from '#modules/markdown/markdown';
import { OutgoingModule } from '#platform/outgoing/outgoing.module.js';
import { ExternalContentController } from './external-content.controller.js';
import { ExternalContentService } from './external-content.service.js';

@Module({
  imports: [MarkdownModule, OutgoingModule],
  controllers: [ExternalContentController],
  providers: [ExternalContentService],
})
export class ExternalContentModule {}
