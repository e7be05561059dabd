// The links for choosing a new password. The holder of a link controls the account. A link is therefore
// sent only to the email address of the account, or returned to an administrator.
import { Injectable } from '@nestjs/common';
import { LoginAccountsRepository } from '#modules/auth/authentication';
import { AuditLog } from '#modules/realms/audit-log';
import { RealmsService } from '#modules/realms/realms';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { PasswordResetsRepository, VALID_HOURS } from './password-resets.repository.js';
import { Passwords } from './passwords.service.js';

const PATH = '/accounts/password/reset';

export interface PasswordResetLink {
  url: string;
  /** UNIX seconds. */
  expiresAt: number;
}

@Injectable()
export class PasswordResetLinks {
  constructor(
    private readonly passwordResetsRepository: PasswordResetsRepository,
    private readonly loginAccountsRepository: LoginAccountsRepository,
    private readonly realmsService: RealmsService,
    private readonly passwords: Passwords,
    private readonly auditLog: AuditLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Replaces an earlier link. Throws when the account is deactivated, or no passwords are used. */
  async issueFor(realmId: number, userId: number): Promise<PasswordResetLink> {
    if (!(await this.passwords.areEnabled(realmId))) {
      throw ApiError.badRequest('This organization does not use passwords');
    }
    const account = await this.loginAccountsRepository.findById(realmId, userId);
    if (!account?.isActive) throw ApiError.badRequest('The account is deactivated');
    const expiresAt = this.clock.seconds() + VALID_HOURS * 3600;
    const url = await this.database.transaction(async () => {
      this.auditLog.record(realmId, { kind: 'user.password_link_created', targetIds: [userId] });
      return this.issue(realmId, userId);
    });
    return { url, expiresAt };
  }

  /** Replaces an earlier link. Joins the current transaction. */
  async issue(realmId: number, userId: number): Promise<string> {
    const token = await this.passwordResetsRepository.issue({ realmId, userId });
    return `${await this.realmsService.url(realmId)}${PATH}/${token}`;
  }
}
