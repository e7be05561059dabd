import { Controller } from '@nestjs/common';
import { AllowIncomingWebhookBots } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { SendMessageDto } from './send-message.dto.js';
import { SendMessageService } from './send-message.service.js';

@Controller('messages')
export class SendMessageController {
  constructor(private readonly sendMessageService: SendMessageService) {}

  @Post()
  @AllowIncomingWebhookBots()
  async send(
    @CurrentActor() actor: Actor,
    @Input() input: SendMessageDto,
  ): Promise<ResponseOf<'send-message'>> {
    const { type, to, topic, content, queue_id: queueId, local_id: localId } = input;
    const { sender, time, forged } = input;
    const isMirrored = sender !== undefined || time !== undefined || forged !== undefined;
    const { id, newVisibilityPolicy: policy } = await this.sendMessageService.send(actor, {
      type: type === 'channel' || type === 'stream' ? 'channel' : 'direct',
      to,
      topic,
      content,
      idempotencyKey:
        queueId !== undefined && localId !== undefined ? { queueId, localId } : undefined,
      readBySender: input.read_by_sender,
      widget: input.widget_content,
      mirrored: isMirrored ? { sender, time } : undefined,
    });
    return { id, ...(policy === undefined ? {} : { automatic_new_visibility_policy: policy }) };
  }
}
