// The page behind the link that confirms a new address. Opening it changes nothing: programs that
// look at the links of an email do so as well.
import { Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '#platform/http/access.decorators.js';
import { CurrentRealm, type RealmIdentity } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Page, sendPage } from '#platform/http/pages.js';
import { PathText } from '#platform/http/parameters/input.js';
import { EmailChangeService } from './email-change.service.js';

const TITLE = 'Your new address';
const CLOSED: Page = { title: TITLE, paragraphs: ['This organization is closed.'] };

@Controller('accounts/confirm_new_email')
export class EmailChangeController {
  constructor(private readonly emailChangeService: EmailChangeService) {}

  @Get(':token')
  @Public()
  async ask(
    @CurrentRealm() realm: RealmIdentity,
    @PathText('token') token: string,
    @Res() response: Response,
  ): Promise<void> {
    if (realm.deactivated) return sendPage(response, 410, CLOSED);
    const email = await this.emailChangeService.find(realm.id, token);
    if (email === undefined) {
      sendPage(response, 404, { title: TITLE, paragraphs: ['This link is not valid any more.'] });
      return;
    }
    const paragraphs = [`Do you want to use ${email} for your account from now on?`];
    sendPage(response, 200, { title: TITLE, paragraphs, button: 'Use this address' });
  }

  @Post(':token')
  @HttpCode(200)
  @Public()
  async confirm(
    @CurrentRealm() realm: RealmIdentity,
    @PathText('token') token: string,
    @Res() response: Response,
  ): Promise<void> {
    if (realm.deactivated) return sendPage(response, 410, CLOSED);
    try {
      const email = await this.emailChangeService.confirm(realm.id, token);
      const paragraphs = [`From now on ${email} is the address of your account.`];
      sendPage(response, 200, { title: TITLE, paragraphs });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      sendPage(response, 400, { title: TITLE, paragraphs: [`${error.message}.`] });
    }
  }
}
