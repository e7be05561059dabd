// Redirects to the picture of a user, for clients that have only an id or an email. Users who do not exist or are
// hidden also have a picture, so that the response does not reveal whether a user exists.
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { redirectToPicture } from '#modules/uploads/pictures';
import { AllowSpectators, Unlimited } from '#platform/http/access.decorators.js';
import { CurrentReader, type Reader } from '#platform/http/actor.js';
import { PathText } from '#platform/http/parameters/input.js';
import { pictureUrl } from '#modules/users/users';
import { AvatarsAccess } from './avatars.access.js';

@Controller('avatar')
export class AvatarsController {
  constructor(private readonly avatarsAccess: AvatarsAccess) {}

  @Get(':user_id_or_email')
  @AllowSpectators()
  @Unlimited()
  async show(
    @CurrentReader() reader: Reader,
    @PathText('user_id_or_email') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    redirect(request, response, pictureUrl(await this.avatarsAccess.find(reader, name)));
  }

  @Get(':user_id_or_email/medium')
  @AllowSpectators()
  @Unlimited()
  async showMedium(
    @CurrentReader() reader: Reader,
    @PathText('user_id_or_email') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const avatar = await this.avatarsAccess.find(reader, name);
    redirect(request, response, pictureUrl(avatar, { medium: true }));
  }
}

/** Adds the parameters of the request to the URL, because clients use them to bypass caches. */
function redirect(request: Request, response: Response, url: string): void {
  const [, query] = request.url.split('?', 2);
  redirectToPicture(response, query ? `${url}&${query}` : url);
}
