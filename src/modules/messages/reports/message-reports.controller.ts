import { Controller, Post } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { ReportMessageDto } from './message-reports.dto.js';
import { MessageReportsService } from './message-reports.service.js';

@Controller('messages/:message_id/report')
export class MessageReportsController {
  constructor(private readonly messageReportsService: MessageReportsService) {}

  @Post()
  async report(
    @CurrentActor() actor: Actor,
    @PathId('message_id', { max: Number.MAX_SAFE_INTEGER }) messageId: number,
    @Input() { report_type: type, description }: ReportMessageDto,
  ): Promise<ResponseOf<'report-message'>> {
    await this.messageReportsService.report(actor, { messageId, type, description });
  }
}
