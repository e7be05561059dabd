// What a password may be, and whether passwords are used at all.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { isMethodOn, RealmsService } from '#modules/realms/realms';
import { UsersService } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';

@Injectable()
export class PasswordRules {
  constructor(
    private readonly usersService: UsersService,
    private readonly realmsService: RealmsService,
    private readonly config: Config,
  ) {}

  async areInUse(realmId: number): Promise<boolean> {
    return isMethodOn('Email', await this.realmsService.settings(realmId), this.config.signIn);
  }

  async checkInUse(realmId: number): Promise<void> {
    if (await this.areInUse(realmId)) return;
    throw ApiError.badRequest('This organization does not use passwords');
  }

  /** As UsersService.hashPassword. */
  hash(
    password: string,
    { deliveryEmail, fullName }: { deliveryEmail: string; fullName: string },
  ): Promise<string> {
    return this.usersService.hashPassword(password, { email: deliveryEmail, fullName });
  }
}
