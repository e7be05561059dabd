// The pictures at `realm_icon_url`, `realm_logo_url` and `realm_night_logo_url`.
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PICTURE_VERSIONS, type RealmPictureKind, RealmsService } from '#modules/realms/realms';
import { noSuchPicture, sendPicture } from '#modules/uploads/pictures';
import { Public, Unlimited } from '#platform/http/access.decorators.js';
import { CurrentRealm, type RealmIdentity } from '#platform/http/actor.js';
import { Input, PathId, PathText } from '#platform/http/parameters/input.js';
import { FileStorage } from '#platform/storage/file-storage.js';
import { PictureVersionDto } from './realm-pictures.dto.js';
import { RealmPicturesService } from './realm-pictures.service.js';

const KINDS: ReadonlyMap<string, RealmPictureKind> = new Map([
  ['icon.png', 'icon'],
  ['logo.png', 'logo'],
  ['night_logo.png', 'night_logo'],
]);

@Controller('user_avatars/:realm_id/realm')
export class RealmPictureFilesController {
  constructor(
    private readonly realmPicturesService: RealmPicturesService,
    private readonly realmsService: RealmsService,
    private readonly fileStorage: FileStorage,
  ) {}

  @Get(':name')
  @Public()
  @Unlimited()
  async show(
    @CurrentRealm() realm: RealmIdentity,
    @PathId('realm_id') realmId: number,
    @PathText('name') name: string,
    @Input() { version }: PictureVersionDto,
    @Res() response: Response,
  ): Promise<void> {
    const kind = KINDS.get(name);
    if (realmId !== realm.id || kind === undefined) throw noSuchPicture();
    // Comes first: clients may store a newer picture with an older version, but not the reverse.
    const { [PICTURE_VERSIONS[kind]]: current } = await this.realmsService.get(realmId);
    const path = await this.realmPicturesService.pathOf(realmId, kind);
    if (path === undefined) throw noSuchPicture();
    await sendPicture(response, this.fileStorage, {
      path,
      contentType: 'image/png',
      isPermanent: version === String(current),
    });
  }
}
