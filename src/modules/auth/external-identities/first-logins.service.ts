// Makes the account of somebody whom a directory or an OpenID provider lets in for the first time.
// The rules of the organization hold all the same: about addresses, and whether people have to be
// invited.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AddressRules } from '#modules/realms/domains';
import { RealmsService } from '#modules/realms/realms';
import { CreateUserService } from '#modules/users/creation';
import { ApiError } from '#platform/http/api-error.js';
import { Role } from '#platform/http/actor.js';
import type { OutsideIdentity } from './outside-accounts.service.js';

@Injectable()
export class FirstLogins {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly addressRules: AddressRules,
    private readonly createUserService: CreateUserService,
    private readonly logger: PinoLogger,
  ) {}

  /** Does no more than log when the organization lets nobody in so, or not this person. */
  async createAccount(realmId: number, { email, fullName, role }: OutsideIdentity): Promise<void> {
    try {
      await this.check(realmId, email);
      await this.createUserService.create(
        { realmId },
        { email, fullName: fullName ?? email.split('@', 1)[0]!, role: role ?? Role.Member },
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.logger.warn({ err: error, realmId }, 'No account could be made at a first login');
    }
  }

  private async check(realmId: number, email: string): Promise<void> {
    const { invite_required: isByInvitation } = await this.realmsService.settings(realmId);
    if (isByInvitation) throw ApiError.badRequest('People have to be invited here');
    await this.addressRules.check(realmId, email);
  }
}
