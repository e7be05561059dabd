import { Controller, Get } from '@nestjs/common';
import { EmojiService } from '#modules/realms/emoji';
import { AcceptPicture, requirePicture } from '#modules/uploads/pictures';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Files, type UploadedFile } from '#platform/http/files.js';
import { PathText } from '#platform/http/parameters/input.js';
import { Delete, Post } from '#platform/http/write-routes.js';
import { CustomEmojiService } from './custom-emoji.service.js';

@Controller('realm/emoji')
export class CustomEmojiController {
  constructor(
    private readonly emojiService: EmojiService,
    private readonly customEmojiService: CustomEmojiService,
  ) {}

  @Get()
  async list(@CurrentActor() actor: Actor): Promise<ResponseOf<'get-custom-emoji'>> {
    return { emoji: await this.emojiService.list(actor.realmId) };
  }

  @Post(':emoji_name')
  @AcceptPicture()
  async add(
    @CurrentActor() actor: Actor,
    @PathText('emoji_name') name: string,
    @Files() files: UploadedFile[],
  ): Promise<ResponseOf<'upload-custom-emoji'>> {
    await this.customEmojiService.add(actor, name, requirePicture(files));
  }

  @Delete(':emoji_name')
  async deactivate(
    @CurrentActor() actor: Actor,
    @PathText('emoji_name') name: string,
  ): Promise<ResponseOf<'deactivate-custom-emoji'>> {
    await this.customEmojiService.deactivate(actor, name);
  }
}
