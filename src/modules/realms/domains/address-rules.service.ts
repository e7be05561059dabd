// Rules of a realm for the email addresses of its users. They apply to invitations, creation by
// administrators, first logins and changes of the own address.
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

  /** Returns a function that returns the reason to reject an address; undefined for an accepted one. */
  async load(realmId: number): Promise<(email: string) => string | undefined> {
    const host = await this.realmsService.host(realmId);
    const refusalOf = await this.loadRestrictions(realmId);
    return (email) =>
      isPlaceholderEmail(email, host)
        ? 'Email addresses of this form are reserved for users who hide their address'
        : refusalOf(email);
  }

  /** Throws if the realm does not accept the address. */
  async check(realmId: number, email: string): Promise<void> {
    const reason = (await this.load(realmId))(email);
    if (reason !== undefined) throw ApiError.badRequest(reason);
  }

  /** The restrictions chosen by the realm. */
  private async loadRestrictions(realmId: number): Promise<(email: string) => string | undefined> {
    const settings = await this.realmsService.settings(realmId);
    if (settings.emails_restricted_to_domains) {
      const isListed = await this.realmDomainsService.load(realmId);
      return (email) =>
        isListed(email)
          ? undefined
          : 'This organization does not accept email addresses of this domain';
    }
    if (settings.disallow_disposable_email_addresses) {
      return (email) =>
        isDisposable(email)
          ? 'This organization does not accept disposable email addresses'
          : undefined;
    }
    return () => undefined;
  }
}
