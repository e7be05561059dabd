import { Controller } from '@nestjs/common';
import { AcceptPicture, requirePicture } from '#modules/uploads/pictures';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Files, type UploadedFile } from '#platform/http/files.js';
import { Delete, Post } from '#platform/http/write-routes.js';
import { AvatarsService } from './avatars.service.js';

@Controller('users/me/avatar')
export class OwnAvatarController {
  constructor(private readonly avatarsService: AvatarsService) {}

  @Post()
  @AcceptPicture()
  async upload(
    @CurrentActor() actor: Actor,
    @Files() files: UploadedFile[],
  ): Promise<ResponseOf<'upload-avatar'>> {
    return { avatar_url: await this.avatarsService.upload(actor, requirePicture(files)) };
  }

  @Delete()
  async remove(@CurrentActor() actor: Actor): Promise<ResponseOf<'delete-avatar'>> {
    return { avatar_url: await this.avatarsService.remove(actor) };
  }
}
