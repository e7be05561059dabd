import { Controller } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { AddSubmessageDto } from './submessages.dto.js';
import { SubmessagesService } from './submessages.service.js';

@Controller('submessage')
export class SubmessagesController {
  constructor(private readonly submessagesService: SubmessagesService) {}

  @Post()
  async add(
    @CurrentActor() actor: Actor,
    @Input() { message_id: messageId, msg_type: msgType, content }: AddSubmessageDto,
  ): Promise<ResponseOf<'add-submessage'>> {
    await this.submessagesService.add(actor, { messageId, msgType, content });
  }
}
