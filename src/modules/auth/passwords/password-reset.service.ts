// Choosing a new password by a link that is mailed to the address of the account. The response to a
// request is the same whether the account exists or not. A new password ends all sessions and API keys.
import { Injectable } from '@nestjs/common';
import {
  AuthorizedClients,
  LoginAccountsRepository,
  SecurityMailer,
} from '#modules/auth/authentication';
import { sha256 } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { LoginOrigin } from '#platform/http/actor.js';
import { clientNetwork } from '#platform/http/client-network.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { MailOutbox } from '#platform/mail/mail-outbox.js';
import { sendPasswordResetEmail } from './password-reset.jobs.js';
import { PasswordResetsRepository } from './password-resets.repository.js';
import { type PasswordOwner, Passwords } from './passwords.service.js';

@Injectable()
export class PasswordResetService {
  constructor(
    private readonly passwordResetsRepository: PasswordResetsRepository,
    private readonly loginAccountsRepository: LoginAccountsRepository,
    private readonly authorizedClients: AuthorizedClients,
    private readonly securityMailer: SecurityMailer,
    private readonly passwords: Passwords,
    private readonly rateLimiter: RateLimiter,
    private readonly mailOutbox: MailOutbox,
    private readonly jobQueue: JobQueue,
    private readonly database: Database,
  ) {}

  /** Whether the server sends mail. */
  get isPossible(): boolean {
    return this.mailOutbox.isOpen;
  }

  /**
   * Enqueues a job for any address, so that the duration does not reveal whether it has an account.
   * Throws 429 for too many requests for the address, or from the network of the client.
   */
  async request(
    realmId: number,
    input: string,
    { address }: Pick<LoginOrigin, 'address'>,
  ): Promise<void> {
    const email = input.trim().toLowerCase();
    const emailDigest = sha256(`${realmId}:${email}`).toString('base64');
    await this.rateLimiter.consume('passwordResetEmail', clientNetwork(address));
    await this.rateLimiter.consume('email', emailDigest);
    await this.database.transaction(async () =>
      this.jobQueue.enqueue(sendPasswordResetEmail, { realmId, email }),
    );
  }

  /** The owner of the password that the token may change; undefined when it is no longer valid. */
  async find(realmId: number, token: string): Promise<PasswordOwner | undefined> {
    const reset = await this.passwordResetsRepository.find(realmId, token);
    const account = reset && (await this.loginAccountsRepository.findById(realmId, reset.userId));
    if (!account?.isActive) return undefined;
    return { email: account.deliveryEmail, fullName: account.fullName };
  }

  /** Throws when the token is no longer valid or the password may not be chosen. */
  async finish(
    realmId: number,
    token: string,
    { password, owner }: { password: string; owner: PasswordOwner },
  ): Promise<void> {
    const passwordHash = await this.passwords.hash(password, owner);
    await this.database.transaction(async () => {
      const reset = await this.passwordResetsRepository.take(realmId, token);
      if (!reset) throw ApiError.badRequest('This link is no longer valid');
      await this.loginAccountsRepository.setPassword(reset.userId, passwordHash);
      await this.authorizedClients.endAll({ realmId, userId: reset.userId });
      await this.securityMailer.notifyPasswordChange({ realmId, userId: reset.userId });
    });
  }

  /** Invalidates the link of the user, if there is one. Joins the current transaction. */
  async withdraw(userId: number): Promise<void> {
    await this.passwordResetsRepository.withdraw(userId);
  }
}
