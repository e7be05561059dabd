import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { ReadyJson } from '#platform/http/ready-json.js';
import { Delete, Post } from '#platform/http/write-routes.js';
import { CreateReminderDto } from './reminders.dto.js';
import { RemindersService } from './reminders.service.js';
import { reminderView } from './reminders.view.js';

@Controller('reminders')
export class RemindersController {
  constructor(private readonly remindersService: RemindersService) {}

  @Get()
  async list(@CurrentActor() actor: Actor): Promise<ResponseOf<'get-reminders'>> {
    const rows = await this.remindersService.list(actor);
    return { reminders: ReadyJson.values(rows, reminderView) };
  }

  @Post()
  async create(
    @CurrentActor() actor: Actor,
    @Input() input: CreateReminderDto,
  ): Promise<ResponseOf<'create-message-reminder'>> {
    const { message_id: messageId, scheduled_delivery_timestamp: dueSeconds, note } = input;
    const id = await this.remindersService.create(actor, { messageId, dueSeconds, note });
    return { reminder_id: id };
  }

  @Delete(':reminder_id')
  async delete(
    @CurrentActor() actor: Actor,
    @PathId('reminder_id') id: number,
  ): Promise<ResponseOf<'delete-reminder'>> {
    await this.remindersService.delete(actor, id);
  }
}
