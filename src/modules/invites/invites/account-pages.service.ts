// The page after an account was created: what to do next.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import type { Page } from '#platform/http/pages.js';
import { LoginMethods } from './login-methods.service.js';

@Injectable()
export class JoinDonePage {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly loginMethods: LoginMethods,
  ) {}

  async build(realmId: number): Promise<Page> {
    const { name } = await this.realmsService.get(realmId);
    const variables = {
      organization: name,
      organizationUrl: await this.realmsService.url(realmId),
      ...(await this.loginMethods.of(realmId)),
    };
    return { template: 'join-done', variables };
  }
}
