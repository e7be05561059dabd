import { Controller } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathBigId } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { EditTypingDto, TypingDto } from './typing.dto.js';
import { TypingService } from './typing.service.js';

@Controller()
export class TypingController {
  constructor(private readonly typingService: TypingService) {}

  @Post('typing')
  async set(
    @CurrentActor() actor: Actor,
    @Input() input: TypingDto,
  ): Promise<ResponseOf<'set-typing-status'>> {
    const { type, op, to, stream_id: streamId, topic } = input;
    if (type === 'direct') await this.typingService.inConversation(actor, op, to);
    else await this.typingService.inChannel(actor, op, streamId, topic);
  }

  @Post('messages/:message_id/typing')
  async setForEdit(
    @CurrentActor() actor: Actor,
    @PathBigId('message_id') messageId: number,
    @Input() { op }: EditTypingDto,
  ): Promise<ResponseOf<'set-typing-status-for-message-edit'>> {
    await this.typingService.ofEdit(actor, op, messageId);
  }
}
