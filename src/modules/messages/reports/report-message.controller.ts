import { Controller } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathBigId } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { ReportMessageDto } from './report-message.dto.js';
import { ReportMessageService } from './report-message.service.js';

@Controller('messages/:message_id/report')
export class ReportMessageController {
  constructor(private readonly reportMessageService: ReportMessageService) {}

  @Post()
  async report(
    @CurrentActor() actor: Actor,
    @PathBigId('message_id') messageId: number,
    @Input() { report_type: type, description }: ReportMessageDto,
  ): Promise<ResponseOf<'report-message'>> {
    await this.reportMessageService.report(actor, { messageId, type, description });
  }
}
