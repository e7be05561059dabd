import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { PathText } from '#platform/http/parameters/input.js';
import { Delete } from '#platform/http/write-routes.js';
import { EmojiService } from './emoji.service.js';

@Controller('realm/emoji')
export class EmojiController {
  constructor(private readonly emojiService: EmojiService) {}

  @Get()
  async list(@CurrentActor() actor: Actor): Promise<ResponseOf<'get-custom-emoji'>> {
    return { emoji: await this.emojiService.list(actor.realmId) };
  }

  @Delete(':emoji_name')
  async deactivate(
    @CurrentActor() actor: Actor,
    @PathText('emoji_name') name: string,
  ): Promise<ResponseOf<'deactivate-custom-emoji'>> {
    await this.emojiService.deactivate(actor, name);
  }
}
