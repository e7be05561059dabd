// The page at the address of an organization, for people who open it in a browser.
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SIGN_UP_PATH, SignUpService } from '#modules/invites/sign-up';
import { RealmsService } from '#modules/realms/realms';
import { Public } from '#platform/http/access.decorators.js';
import { CurrentRealm, type RealmIdentity } from '#platform/http/actor.js';
import { sendPage } from '#platform/http/pages.js';

@Controller()
export class HomeController {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly signUpService: SignUpService,
  ) {}

  @Get()
  @Public()
  async show(@CurrentRealm() realm: RealmIdentity, @Res() response: Response): Promise<void> {
    if (realm.deactivated) return sendPage(response, 410, { template: 'organization-deactivated' });
    const { name } = await this.realmsService.get(realm.id);
    const variables = {
      organization: name,
      organizationUrl: await this.realmsService.url(realm.id),
      signUpPath: (await this.signUpService.isOpen(realm.id)) ? SIGN_UP_PATH : undefined,
    };
    sendPage(response, 200, { template: 'home', variables });
  }
}
