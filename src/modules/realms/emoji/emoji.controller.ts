import { Controller, Delete, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { PathText } from '#platform/http/parameters/input.js';
import { EmojiService } from './emoji.service.js';
import type { CustomEmojiView } from './emoji.view.js';

@Controller('realm/emoji')
export class EmojiController {
  constructor(private readonly emojiService: EmojiService) {}

  @Get()
  async list(@CurrentActor() actor: Actor): Promise<{ emoji: Record<string, CustomEmojiView> }> {
    return { emoji: await this.emojiService.list(actor.realmId) };
  }

  @Delete(':emoji_name')
  async deactivate(
    @CurrentActor() actor: Actor,
    @PathText('emoji_name') name: string,
  ): Promise<void> {
    await this.emojiService.deactivate(actor, name);
  }
}
