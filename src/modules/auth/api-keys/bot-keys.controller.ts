import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { PathId } from '#platform/http/parameters/input.js';
import { BotKeys } from './bot-keys.service.js';

@Controller('bots')
export class BotKeysController {
  constructor(private readonly botKeys: BotKeys) {}

  @Get(':bot_id/api_key')
  async showKey(
    @CurrentActor() actor: Actor,
    @PathId('bot_id') id: number,
  ): Promise<ResponseOf<'get-bot-api-key'>> {
    return { api_key: await this.botKeys.show(actor, id) };
  }

  @Post(':bot_id/api_key/regenerate')
  @HttpCode(200)
  async regenerateKey(
    @CurrentActor() actor: Actor,
    @PathId('bot_id') id: number,
  ): Promise<ResponseOf<'regenerate-bot-api-key'>> {
    return { api_key: await this.botKeys.regenerate(actor, id) };
  }
}
