// The pages that list the integrations and describe how to connect each of them.
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { IntegrationCatalogue } from '#modules/integrations/catalogue';
import { RealmsService } from '#modules/realms/realms';
import { Public } from '#platform/http/access.decorators.js';
import { CurrentRealm, type RealmIdentity } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { sendPage } from '#platform/http/pages.js';
import { Input, PathText } from '#platform/http/parameters/input.js';
import { IntegrationSearchDto } from './incoming-webhook.dto.js';
import { integrationVariables, listVariables } from './integration-pages.view.js';

@Controller('integrations')
export class IntegrationPagesController {
  constructor(
    private readonly integrationCatalogue: IntegrationCatalogue,
    private readonly realmsService: RealmsService,
  ) {}

  @Get()
  @Public()
  async list(
    @CurrentRealm() realm: RealmIdentity,
    @Input() { search }: IntegrationSearchDto,
    @Res() response: Response,
  ): Promise<void> {
    const { organization } = await this.realmsService.emailVariables(realm.id);
    const integrations = await this.integrationCatalogue.all();
    const variables = { organization, ...listVariables(integrations, search) };
    sendPage(response, 200, { template: 'integrations', variables });
  }

  @Get(':integration_name')
  @Public()
  async show(
    @CurrentRealm() realm: RealmIdentity,
    @PathText('integration_name') name: string,
    @Res() response: Response,
  ): Promise<void> {
    const integration = await this.integrationCatalogue.find(name);
    if (!integration) throw ApiError.notFound();
    const { organization, organizationUrl } = await this.realmsService.emailVariables(realm.id);
    const variables = { organization, ...integrationVariables(integration, organizationUrl) };
    sendPage(response, 200, { template: 'integration', variables });
  }
}
