import { Controller } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathBigId } from '#platform/http/parameters/input.js';
import { Delete, Post } from '#platform/http/write-routes.js';
import { AddReactionDto, RemoveReactionDto } from './reactions.dto.js';
import { ReactionsService } from './reactions.service.js';

@Controller('messages/:message_id/reactions')
export class ReactionsController {
  constructor(private readonly reactionsService: ReactionsService) {}

  @Post()
  async add(
    @CurrentActor() actor: Actor,
    @PathBigId('message_id') messageId: number,
    @Input() input: AddReactionDto,
  ): Promise<ResponseOf<'add-reaction'>> {
    const { emoji_name: name, emoji_code: code, reaction_type: type } = input;
    await this.reactionsService.add(actor, messageId, { name, code, type });
  }

  @Delete()
  async remove(
    @CurrentActor() actor: Actor,
    @PathBigId('message_id') messageId: number,
    @Input() input: RemoveReactionDto,
  ): Promise<ResponseOf<'remove-reaction'>> {
    const { emoji_name: name, emoji_code: code, reaction_type: type } = input;
    await this.reactionsService.remove(actor, messageId, { name, code, type });
  }
}
