import { Controller, Get, Headers } from '@nestjs/common';
import { Config } from '#config/config.js';
import { Descriptions } from '#modules/markdown/markdown';
import { Public } from '#platform/http/access.decorators.js';
import { CurrentRealm, type RealmIdentity } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { isInvalidClient } from '#platform/http/client-compatibility.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { RealmsService } from './realms.service.js';
import { serverSettingsView } from './realms.view.js';

@Controller()
export class ServerSettingsController {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly descriptions: Descriptions,
    private readonly config: Config,
  ) {}

  @Get('server_settings')
  @Public()
  async show(
    @CurrentRealm({ optional: true }) identity: RealmIdentity | undefined,
    @Headers('user-agent') userAgent: string | undefined,
  ): Promise<ResponseOf<'get-server-settings'>> {
    if (!identity) throw ApiError.badRequest('There is no organization at this address');
    const realm = await this.realmsService.get(identity.id);
    const settings = await this.realmsService.settings(identity.id);
    const description = await this.descriptions.render(realm.id, realm.description);
    return {
      ...serverSettingsView(this.config, realm, settings, description),
      is_incompatible: isInvalidClient(userAgent),
    };
  }
}
