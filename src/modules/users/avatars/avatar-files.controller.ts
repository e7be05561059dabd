// The pictures at the addresses of `avatar_url`. Originals are not served: they are what users uploaded.
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { noSuchPicture, pictureHeaders, sendPicture } from '#modules/uploads/pictures';
import { Public, Unlimited } from '#platform/http/access.decorators.js';
import { CurrentRealm, type RealmIdentity } from '#platform/http/actor.js';
import { clientAddress, clientNetwork } from '#platform/http/client-network.js';
import { sendFile } from '#platform/http/file-response.js';
import { PathId, PathText } from '#platform/http/parameters/input.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { FileStorage } from '#platform/storage/file-storage.js';
import { type AvatarSize, drawPattern, findPattern } from './jdenticon.js';

const FILE_NAME = /^[0-9a-f]{40}(?:-medium)?\.png$/;
const PATTERN_NAME = /^(?<id>\d{1,9})(?<medium>-medium)?\.png$/;

@Controller('user_avatars')
export class AvatarFilesController {
  constructor(
    private readonly fileStorage: FileStorage,
    private readonly rateLimiter: RateLimiter,
  ) {}

  @Get(':realm_id/:name')
  @Public()
  @Unlimited()
  async show(
    @CurrentRealm() realm: RealmIdentity,
    @PathId('realm_id') realmId: number,
    @PathText('name') name: string,
    @Res() response: Response,
  ): Promise<void> {
    if (realmId !== realm.id || !FILE_NAME.test(name)) throw noSuchPicture();
    await sendPicture(response, this.fileStorage, {
      path: `avatars/${realmId}/${name}`,
      contentType: 'image/png',
      isPermanent: true,
    });
  }

  @Get('jdenticon/:name')
  @Public()
  @Unlimited()
  async showPattern(
    @PathText('name') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { id, medium } = PATTERN_NAME.exec(name)?.groups ?? {};
    if (id === undefined) throw noSuchPicture();
    const size = medium === undefined ? 100 : 500;
    const picture = findPattern(Number(id), size) ?? (await this.draw(request, Number(id), size));
    await sendFile(response, {
      headers: pictureHeaders('image/png', { isPermanent: true }),
      size: picture.length,
      etag: `"${name}"`,
      open: (range) => {
        const part = range ? picture.subarray(range.start, range.end + 1) : picture;
        return Promise.resolve(Readable.from([part]));
      },
    });
  }

  /** The ids need not exist, so the processor time is limited. */
  private async draw(request: Request, userId: number, size: AvatarSize): Promise<Buffer> {
    await this.rateLimiter.consume('avatarPattern', clientNetwork(clientAddress(request)));
    return drawPattern(userId, size);
  }
}
