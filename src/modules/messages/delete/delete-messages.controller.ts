import { Controller } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { PathBigId } from '#platform/http/parameters/input.js';
import { Delete } from '#platform/http/write-routes.js';
import { DeleteMessagesService } from './delete-messages.service.js';

@Controller('messages/:message_id')
export class DeleteMessagesController {
  constructor(private readonly deleteMessagesService: DeleteMessagesService) {}

  @Delete()
  async delete(
    @CurrentActor() actor: Actor,
    @PathBigId('message_id') id: number,
  ): Promise<ResponseOf<'delete-message'>> {
    await this.deleteMessagesService.delete(actor, id);
  }
}
