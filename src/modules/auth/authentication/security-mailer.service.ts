// Emails by which users recognize that another person uses their account: a login from a new device, and changes
// of credentials. Every method joins the current transaction, and does nothing on a server without mail.
import { Injectable } from '@nestjs/common';
import { UnsubscribeLinks } from '#modules/notifications/email-preferences';
import { RealmsService } from '#modules/realms/realms';
import { UserSettingsService } from '#modules/users/settings-catalogue';
import { Clock, toSeconds } from '#platform/clock.js';
import type { LoginOrigin } from '#platform/http/actor.js';
import { clientNetwork } from '#platform/http/client-network.js';
import { MailOutbox } from '#platform/mail/mail-outbox.js';
import { AuthorizedClientsRepository } from './authorized-clients.repository.js';
import { type LoginAccount, LoginAccountsRepository } from './login-accounts.repository.js';
import { platformName } from './platform-name.js';

/** The first logins of a new user need no notice. */
const NEW_ACCOUNT_SECONDS = 60;

interface AccountOwner {
  realmId: number;
  userId: number;
}

@Injectable()
export class SecurityMailer {
  constructor(
    private readonly authorizedClientsRepository: AuthorizedClientsRepository,
    private readonly loginAccountsRepository: LoginAccountsRepository,
    private readonly userSettingsService: UserSettingsService,
    private readonly unsubscribeLinks: UnsubscribeLinks,
    private readonly realmsService: RealmsService,
    private readonly mailOutbox: MailOutbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Must be called before the client is recorded. A device is new if none of the user's clients has the same program,
   * system and network.
   */
  async notifyLogin(user: AccountOwner, origin: LoginOrigin): Promise<void> {
    if (!this.mailOutbox.isOpen) return;
    const account = await this.loginAccountsRepository.findById(user.realmId, user.userId);
    if (!account) return;
    const joinedAt = toSeconds(account.dateJoined);
    if (this.clock.seconds() < joinedAt + NEW_ACCOUNT_SECONDS) return;
    const settings = this.userSettingsService.fromStored(account.settings);
    if (!settings.enable_login_emails || (await this.isKnown(user.userId, origin))) return;
    await this.mailOutbox.put(account.deliveryEmail, {
      template: 'new-login',
      variables: {
        ...(await this.realmsService.emailVariables(user.realmId)),
        name: account.fullName,
        email: account.deliveryEmail,
        time: localTime(this.clock.now(), account.timezone),
        program: origin.clientName,
        platform: platformName(origin.userAgent) ?? 'unknown',
        address: origin.address,
        unsubscribeUrl: await this.unsubscribeLinks.url(user, 'login'),
      },
    });
  }

  notifyPasswordChange(user: AccountOwner): Promise<void> {
    return this.notifyChange(user, 'password-changed');
  }

  notifyApiKeyChange(user: AccountOwner): Promise<void> {
    return this.notifyChange(user, 'api-key-changed');
  }

  private async notifyChange({ realmId, userId }: AccountOwner, template: string): Promise<void> {
    if (!this.mailOutbox.isOpen) return;
    const account = await this.loginAccountsRepository.findById(realmId, userId);
    if (!account?.isActive) return;
    await this.mailOutbox.put(account.deliveryEmail, {
      template,
      variables: {
        ...(await this.realmsService.emailVariables(realmId)),
        name: account.fullName,
      },
    });
  }

  private async isKnown(userId: number, origin: LoginOrigin): Promise<boolean> {
    const { clientName, userAgent, address } = origin;
    const platform = platformName(userAgent);
    const network = clientNetwork(address);
    const clients = await this.authorizedClientsRepository.findByUser(userId);
    return clients.some(
      (client) =>
        client.clientName === clientName &&
        client.platform === platform &&
        clientNetwork(client.ipAddress ?? '') === network,
    );
  }
}

/** An empty time zone means UTC. */
function localTime(date: Date, timezone: LoginAccount['timezone']): string {
  return new Intl.DateTimeFormat('en', {
    dateStyle: 'full',
    timeStyle: 'long',
    timeZone: timezone || 'UTC',
  }).format(date);
}
