import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { PathBigId } from '#platform/http/parameters/input.js';
import { ReadReceiptsService } from './read-receipts.service.js';

@Controller('messages/:message_id/read_receipts')
export class ReadReceiptsController {
  constructor(private readonly readReceiptsService: ReadReceiptsService) {}

  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @PathBigId('message_id') messageId: number,
  ): Promise<ResponseOf<'get-read-receipts'>> {
    return { user_ids: await this.readReceiptsService.readers(actor, messageId) };
  }
}
