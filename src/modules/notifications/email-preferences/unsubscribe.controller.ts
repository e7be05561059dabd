// The page behind the unsubscribe links of emails. Opening it changes nothing, because mail programs and virus
// scanners open links as well; the one-click request of RFC 8058 and the button of the page are POST requests.
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { RealmsService } from '#modules/realms/realms';
import { Public } from '#platform/http/access.decorators.js';
import { CurrentRealm, type RealmIdentity } from '#platform/http/actor.js';
import { sendPage } from '#platform/http/pages.js';
import { PathText } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { UnsubscribeService } from './unsubscribe.service.js';

@Controller('accounts/unsubscribe/:kind/:key')
export class UnsubscribeController {
  constructor(
    private readonly unsubscribeService: UnsubscribeService,
    private readonly realmsService: RealmsService,
  ) {}

  @Get()
  @Public()
  async ask(
    @CurrentRealm() realm: RealmIdentity,
    @PathText('kind') name: string,
    @PathText('key') key: string,
    @Res() response: Response,
  ): Promise<void> {
    const link = await this.unsubscribeService.find(realm.id, name, key);
    if (!link) return sendPage(response, 404, { template: 'link-invalid' });
    const variables = { kind: link.kind, organization: await this.nameOf(realm) };
    sendPage(response, 200, { template: 'unsubscribe', variables });
  }

  @Post()
  @Public()
  async unsubscribe(
    @CurrentRealm() realm: RealmIdentity,
    @PathText('kind') name: string,
    @PathText('key') key: string,
    @Res() response: Response,
  ): Promise<void> {
    const kind = await this.unsubscribeService.unsubscribe(realm.id, name, key);
    if (!kind) return sendPage(response, 404, { template: 'link-invalid' });
    const variables = { kind, organization: await this.nameOf(realm) };
    sendPage(response, 200, { template: 'unsubscribed', variables });
  }

  private async nameOf(realm: RealmIdentity): Promise<string> {
    return (await this.realmsService.get(realm.id)).name;
  }
}
