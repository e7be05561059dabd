import { Controller } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { RenderMessageDto } from './render-message.dto.js';
import { RenderMessageService } from './render-message.service.js';

@Controller('messages/render')
export class RenderMessageController {
  constructor(private readonly renderMessageService: RenderMessageService) {}

  @Post()
  async render(
    @CurrentActor() actor: Actor,
    @Input() { content }: RenderMessageDto,
  ): Promise<ResponseOf<'render-message'>> {
    return { rendered: await this.renderMessageService.preview(actor, content) };
  }
}
