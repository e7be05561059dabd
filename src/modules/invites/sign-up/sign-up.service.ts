// Creating an account without an invitation, where the organization does not require one. The address has
// to be confirmed by a link that is mailed there; only a server without mail accepts it as it is entered.
import { Injectable } from '@nestjs/common';
import { Passwords } from '#modules/auth/passwords';
import { InvitationsService } from '#modules/invites/invites';
import { AddressRules } from '#modules/realms/domains';
import { RealmsService } from '#modules/realms/realms';
import { CreateUserService } from '#modules/users/creation';
import { checkedEmail, UsersService } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { Role } from '#platform/http/actor.js';
import { clientNetwork } from '#platform/http/client-network.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { MailOutbox } from '#platform/mail/mail-outbox.js';
import { SignUpsRepository } from './sign-ups.repository.js';

export const SIGN_UP_PATH = '/accounts/register';

export interface NewAccount {
  email: string;
  fullName: string;
  password: string;
  /** The default stream groups that the user chose. */
  groupIds: number[];
}

@Injectable()
export class SignUpService {
  constructor(
    private readonly signUpsRepository: SignUpsRepository,
    private readonly invitationsService: InvitationsService,
    private readonly addressRules: AddressRules,
    private readonly realmsService: RealmsService,
    private readonly usersService: UsersService,
    private readonly createUserService: CreateUserService,
    private readonly passwords: Passwords,
    private readonly rateLimiter: RateLimiter,
    private readonly mailOutbox: MailOutbox,
    private readonly database: Database,
  ) {}

  /** Whether addresses have to be confirmed. */
  get needsConfirmation(): boolean {
    return this.mailOutbox.isOpen;
  }

  /** Whether new users may create an account with a password. */
  async isOpen(realmId: number): Promise<boolean> {
    const { invite_required: isInvitationRequired } = await this.realmsService.settings(realmId);
    return !isInvitationRequired && (await this.passwords.areEnabled(realmId));
  }

  /**
   * Sends a link to the address. An address with an account receives an email as well, so that the
   * response does not reveal the account. Limited per network of the client.
   */
  async sendConfirmation(realmId: number, input: string, address: string): Promise<void> {
    const email = await this.allowedEmail(realmId, input);
    await this.limit(realmId, email, address);
    const isTaken = (await this.usersService.findByEmails(realmId, [email])).length > 0;
    const organization = await this.realmsService.emailVariables(realmId);
    await this.database.transaction(async () => {
      if (!(await this.invitationsService.reserveEmails(realmId, 1))) {
        throw ApiError.badRequest('Too many people were invited today. Please try again tomorrow');
      }
      if (isTaken) {
        await this.mailOutbox.put(email, {
          template: 'join-account-exists',
          variables: organization,
        });
        return;
      }
      const token = await this.signUpsRepository.insert(realmId, email);
      const actionUrl = `${organization.organizationUrl}${SIGN_UP_PATH}/${token}`;
      const variables = { ...organization, actionUrl };
      await this.mailOutbox.put(email, { template: 'join-confirmation', variables });
    });
  }

  /** The address that the token confirms, if it is valid. */
  findEmail(realmId: number, token: string): Promise<string | undefined> {
    return this.signUpsRepository.findEmail(realmId, token);
  }

  /** For a confirmed address, and for any where none has to be confirmed. Returns the new user's id. */
  async create(realmId: number, account: NewAccount, address: string): Promise<number> {
    const email = await this.allowedEmail(realmId, account.email);
    const { fullName, password, groupIds } = account;
    if (!this.needsConfirmation) await this.limit(realmId, email, address);
    const passwordHash = await this.passwords.hash(password, { email, fullName });
    return this.database.transaction(async () => {
      const input = { email, fullName, passwordHash, role: Role.Member };
      const { id } = await this.createUserService.create({ realmId }, input, {
        streamIds: [],
        withDefaults: true,
        groupIds,
      });
      await this.signUpsRepository.deleteAllOf(realmId, email);
      return id;
    });
  }

  private async allowedEmail(realmId: number, input: string): Promise<string> {
    const email = checkedEmail(input.trim());
    await this.addressRules.check(realmId, email);
    return email;
  }

  private async limit(realmId: number, email: string, address: string): Promise<void> {
    await this.rateLimiter.consume('joinEmail', `sign-up:${realmId}:${clientNetwork(address)}`);
    await this.rateLimiter.consume('email', `sign-up:${realmId}:${email.toLowerCase()}`);
  }
}
