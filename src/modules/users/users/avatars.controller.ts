// Redirects to the picture of a user, for clients that have only an id or an email. A user who does not
// exist or is hidden has a picture as well, so that the response reveals nothing.
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RealmsService } from '#modules/realms/realms';
import { Unlimited } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { PathText } from '#platform/http/parameters/input.js';
import { UsersAccess } from './users.access.js';
import { type Avatar, avatarOf, GRAVATAR, hiddenUser, pictureUrl } from './users.view.js';

@Controller('avatar')
export class AvatarsController {
  constructor(
    private readonly usersAccess: UsersAccess,
    private readonly realmsService: RealmsService,
  ) {}

  @Get(':user_id_or_email')
  @Unlimited()
  async show(
    @CurrentActor() actor: Actor,
    @PathText('user_id_or_email') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    redirect(request, response, pictureUrl(await this.avatarOf(actor, name)));
  }

  @Get(':user_id_or_email/medium')
  @Unlimited()
  async showMedium(
    @CurrentActor() actor: Actor,
    @PathText('user_id_or_email') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    redirect(request, response, pictureUrl(await this.avatarOf(actor, name), { medium: true }));
  }

  private async avatarOf(actor: Actor, name: string): Promise<Avatar> {
    try {
      return avatarOf(await this.usersAccess.requireByIdOrEmail(actor, name));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const userId = /^\d{1,9}$/.test(name) ? Number(name) : 0;
      if (userId === 0) return { userId, source: GRAVATAR, version: 1, email: name };
      return hiddenUser(userId, await this.realmsService.host(actor.realmId)).avatar;
    }
  }
}

/** Parameters of the request, with which clients avoid their caches, are added to the URL. */
function redirect(request: Request, response: Response, url: string): void {
  const [, query] = request.url.split('?', 2);
  response.set({
    'Cache-Control': 'private, no-store',
    Location: query ? `${url}&${query}` : url,
  });
  response.status(302).end();
}
