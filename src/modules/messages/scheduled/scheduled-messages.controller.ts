import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { ReadyJson } from '#platform/http/ready-json.js';
import { Delete, Patch, Post } from '#platform/http/write-routes.js';
import {
  CreateScheduledMessageDto,
  EditScheduledMessageDto,
  isChannelType,
} from './scheduled-messages.dto.js';
import { ScheduledMessagesService } from './scheduled-messages.service.js';
import { scheduledMessageView } from './scheduled-messages.view.js';

@Controller('scheduled_messages')
export class ScheduledMessagesController {
  constructor(private readonly scheduledMessagesService: ScheduledMessagesService) {}

  @Get()
  async list(@CurrentActor() actor: Actor): Promise<ResponseOf<'get-scheduled-messages'>> {
    const rows = await this.scheduledMessagesService.list(actor);
    return { scheduled_messages: ReadyJson.values(rows, scheduledMessageView) };
  }

  @Post()
  async create(
    @CurrentActor() actor: Actor,
    @Input() input: CreateScheduledMessageDto,
  ): Promise<ResponseOf<'create-scheduled-message'>> {
    const { to, content, topic } = input;
    const id = await this.scheduledMessagesService.create(actor, {
      isChannel: isChannelType(input.type),
      to,
      content,
      topic,
      dueSeconds: input.scheduled_delivery_timestamp,
      readBySender: input.read_by_sender,
    });
    return { scheduled_message_id: id };
  }

  @Patch(':scheduled_message_id')
  async edit(
    @CurrentActor() actor: Actor,
    @PathId('scheduled_message_id') id: number,
    @Input() input: EditScheduledMessageDto,
  ): Promise<ResponseOf<'update-scheduled-message'>> {
    const { type, to, content, topic } = input;
    await this.scheduledMessagesService.edit(actor, id, {
      isChannel: type === undefined ? undefined : isChannelType(type),
      to,
      content,
      topic,
      dueSeconds: input.scheduled_delivery_timestamp,
    });
  }

  @Delete(':scheduled_message_id')
  async delete(
    @CurrentActor() actor: Actor,
    @PathId('scheduled_message_id') id: number,
  ): Promise<ResponseOf<'delete-scheduled-message'>> {
    await this.scheduledMessagesService.delete(actor, id);
  }
}
