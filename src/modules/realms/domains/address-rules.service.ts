// Which e-mail addresses the organization takes, however somebody comes by one: by an invitation, by
// an administrator, by a first login, or by a change of their own address.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { isPlaceholderEmail } from '#modules/users/visibility';
import { ApiError } from '#platform/http/api-error.js';
import { isDisposable } from './disposable-domains.js';
import { RealmDomainsService } from './realm-domains.service.js';

@Injectable()
export class AddressRules {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly realmDomainsService: RealmDomainsService,
  ) {}

  /** What speaks against an address, for any number of them; undefined when nothing does. */
  async load(realmId: number): Promise<(email: string) => string | undefined> {
    const host = await this.realmsService.host(realmId);
    const refusalOf = await this.loadChosen(realmId);
    return (email) =>
      isPlaceholderEmail(email, host)
        ? 'Addresses of this form stand in for those that people hide'
        : refusalOf(email);
  }

  /** Throws when the organization does not take the address. */
  async check(realmId: number, email: string): Promise<void> {
    const reason = (await this.load(realmId))(email);
    if (reason !== undefined) throw ApiError.badRequest(reason);
  }

  /** What the organization itself has chosen to refuse. */
  private async loadChosen(realmId: number): Promise<(email: string) => string | undefined> {
    const settings = await this.realmsService.settings(realmId);
    if (settings.emails_restricted_to_domains) {
      const isListed = await this.realmDomainsService.load(realmId);
      return (email) =>
        isListed(email) ? undefined : 'The organization does not take addresses of this domain';
    }
    if (settings.disallow_disposable_email_addresses) {
      return (email) =>
        isDisposable(email) ? 'The organization does not take disposable addresses' : undefined;
    }
    return () => undefined;
  }
}
