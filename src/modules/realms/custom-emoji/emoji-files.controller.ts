// The pictures at `source_url` and `still_url`, including those of deactivated emoji, which messages still contain.
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { noSuchPicture, sendPicture } from '#modules/uploads/pictures';
import { Public, Unlimited } from '#platform/http/access.decorators.js';
import { CurrentRealm, type RealmIdentity } from '#platform/http/actor.js';
import { PathId, PathText } from '#platform/http/parameters/input.js';
import { FileStorage } from '#platform/storage/file-storage.js';

const FILE_NAME = /^[0-9a-f]{32}\.(?<format>gif|png|webp)$/;

@Controller('user_avatars/:realm_id/emoji/images')
export class EmojiFilesController {
  constructor(private readonly fileStorage: FileStorage) {}

  @Get(':name')
  @Public()
  @Unlimited()
  async show(
    @CurrentRealm() realm: RealmIdentity,
    @PathId('realm_id') realmId: number,
    @PathText('name') name: string,
    @Res() response: Response,
  ): Promise<void> {
    if (realmId !== realm.id) throw noSuchPicture();
    await this.send(response, `emoji/${realmId}/images`, name);
  }

  @Get('still/:name')
  @Public()
  @Unlimited()
  async showStill(
    @CurrentRealm() realm: RealmIdentity,
    @PathId('realm_id') realmId: number,
    @PathText('name') name: string,
    @Res() response: Response,
  ): Promise<void> {
    if (realmId !== realm.id) throw noSuchPicture();
    await this.send(response, `emoji/${realmId}/images/still`, name);
  }

  private async send(response: Response, directory: string, name: string): Promise<void> {
    const format = FILE_NAME.exec(name)?.groups?.['format'];
    if (format === undefined) throw noSuchPicture();
    await sendPicture(response, this.fileStorage, {
      path: `${directory}/${name}`,
      contentType: `image/${format}`,
      isPermanent: true,
    });
  }
}
