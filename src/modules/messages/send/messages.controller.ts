import { Controller, Post } from '@nestjs/common';
import { AllowIncomingWebhookBots } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { ignoredChannels, MessageFlagsService } from '#modules/messages/flags';
import { RenderMessageService } from '#modules/messages/render';
import { RenderMessageDto, SendMessageDto, UpdateFlagsDto } from './messages.dto.js';
import { SendMessageService } from './send-message.service.js';

@Controller('messages')
export class MessagesController {
  constructor(
    private readonly sendMessageService: SendMessageService,
    private readonly messageFlagsService: MessageFlagsService,
    private readonly renderMessageService: RenderMessageService,
  ) {}

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

  @Post('render')
  async render(
    @CurrentActor() actor: Actor,
    @Input() { content }: RenderMessageDto,
  ): Promise<ResponseOf<'render-message'>> {
    return { rendered: await this.renderMessageService.preview(actor, content) };
  }

  @Post('flags')
  async updateFlags(
    @CurrentActor() actor: Actor,
    @Input() input: UpdateFlagsDto,
  ): Promise<ResponseOf<'update-message-flags'>> {
    const { op, flag, messages } = input;
    const { ignoredStreamIds } = await this.messageFlagsService.update(actor, {
      op,
      flag,
      messageIds: messages,
    });
    return {
      messages,
      ...ignoredChannels(op, flag, ignoredStreamIds),
    };
  }
}
