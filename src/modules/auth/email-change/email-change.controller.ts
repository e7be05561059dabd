// The page behind the link that confirms a new address. Opening the page changes nothing, because mail
// programs open links as well.
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '#platform/http/access.decorators.js';
import { CurrentRealm, type RealmIdentity } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Page, sendPage } from '#platform/http/pages.js';
import { PathText } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { EmailChangeService } from './email-change.service.js';

const DEACTIVATED: Page = { template: 'organization-deactivated' };

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
    if (realm.deactivated) return sendPage(response, 410, DEACTIVATED);
    const email = await this.emailChangeService.find(realm.id, token);
    if (email === undefined) return sendPage(response, 404, { template: 'link-invalid' });
    sendPage(response, 200, { template: 'email-change', variables: { email } });
  }

  @Post(':token')
  @Public()
  async confirm(
    @CurrentRealm() realm: RealmIdentity,
    @PathText('token') token: string,
    @Res() response: Response,
  ): Promise<void> {
    if (realm.deactivated) return sendPage(response, 410, DEACTIVATED);
    try {
      const email = await this.emailChangeService.confirm(realm.id, token);
      sendPage(response, 200, { template: 'email-change-done', variables: { email } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      sendPage(response, 400, { template: 'email-change-failed', problem: error.message });
    }
  }
}
