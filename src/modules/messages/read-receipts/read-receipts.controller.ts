import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { PathId } from '#platform/http/parameters/input.js';
import { ReadReceiptsService } from './read-receipts.service.js';

@Controller('messages/:message_id/read_receipts')
export class ReadReceiptsController {
  constructor(private readonly readReceiptsService: ReadReceiptsService) {}

  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @PathId('message_id', { max: Number.MAX_SAFE_INTEGER }) messageId: number,
  ): Promise<ResponseOf<'get-read-receipts'>> {
    return { user_ids: await this.readReceiptsService.readers(actor, messageId) };
  }
}
