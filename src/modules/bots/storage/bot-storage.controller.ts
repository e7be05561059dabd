import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { Delete, Put } from '#platform/http/write-routes.js';
import { BotStorageKeysDto, UpdateBotStorageDto } from './bot-storage.dto.js';
import { BotStorageService } from './bot-storage.service.js';

@Controller('bot_storage')
export class BotStorageController {
  constructor(private readonly botStorageService: BotStorageService) {}

  @Get()
  async get(
    @CurrentActor() actor: Actor,
    @Input() { keys }: BotStorageKeysDto,
  ): Promise<ResponseOf<'get-bot-storage'>> {
    return { storage: await this.botStorageService.get(actor, keys) };
  }

  @Put()
  async update(
    @CurrentActor() actor: Actor,
    @Input() { storage }: UpdateBotStorageDto,
  ): Promise<ResponseOf<'update-bot-storage'>> {
    await this.botStorageService.update(actor, storage);
  }

  @Delete()
  async remove(
    @CurrentActor() actor: Actor,
    @Input() { keys }: BotStorageKeysDto,
  ): Promise<ResponseOf<'remove-bot-storage'>> {
    await this.botStorageService.remove(actor, keys);
  }
}
