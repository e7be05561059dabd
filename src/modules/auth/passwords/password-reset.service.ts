// A new password for who forgot the old one and reads the mail of the account. Who asks is never
// told whether there is an account. A new password ends everything the account is logged in with.
import { Injectable } from '@nestjs/common';
import { AuthorizedClients, LoginAccountsRepository } from '#modules/auth/authentication';
import { PasswordResets } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { MailOutbox } from '#platform/mail/mail-outbox.js';
import { sendPasswordResetEmail } from './password-reset.jobs.js';

@Injectable()
export class PasswordReset {
  constructor(
    private readonly passwordResets: PasswordResets,
    private readonly loginAccountsRepository: LoginAccountsRepository,
    private readonly authorizedClients: AuthorizedClients,
    private readonly mailOutbox: MailOutbox,
    private readonly jobQueue: JobQueue,
    private readonly database: Database,
  ) {}

  /** Whether the server sends mail. */
  get isPossible(): boolean {
    return this.mailOutbox.isOpen;
  }

  /** For any address. */
  async request(realmId: number, email: string): Promise<void> {
    await this.database.transaction(async () =>
      this.jobQueue.enqueue(sendPasswordResetEmail, { realmId, email }),
    );
  }

  /** Whose password the token may change; undefined when it is not valid any more. */
  async find(
    realmId: number,
    token: string,
  ): Promise<{ deliveryEmail: string; fullName: string } | undefined> {
    const userId = await this.passwordResets.find(realmId, token);
    if (userId === undefined) return undefined;
    const account = await this.loginAccountsRepository.findById(realmId, userId);
    return account?.isActive ? account : undefined;
  }

  /** Throws when the token is not valid any more. */
  async finish(realmId: number, token: string, passwordHash: string): Promise<void> {
    await this.database.transaction(async () => {
      const userId = await this.passwordResets.take(realmId, token);
      if (userId === undefined) throw ApiError.badRequest('This link is not valid any more');
      await this.loginAccountsRepository.setPassword(userId, passwordHash);
      await this.authorizedClients.endAll({ realmId, userId });
    });
  }
}
