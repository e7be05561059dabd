// Administrators make accounts for others, who join with their first login.
import { Injectable } from '@nestjs/common';
import { AddressRules } from '#modules/realms/domains';
import { UserSetupService } from '#modules/realms/setup';
import { UsersService } from '#modules/users/users';
import type { Actor } from '#platform/http/actor.js';

@Injectable()
export class CreateAccountService {
  constructor(
    private readonly usersService: UsersService,
    private readonly addressRules: AddressRules,
    private readonly userSetupService: UserSetupService,
  ) {}

  /** Always a member. Throws when the organization does not take the address. Returns the id. */
  async create(
    actor: Actor,
    { email, fullName, password }: { email: string; fullName: string; password: string },
  ): Promise<number> {
    await this.addressRules.check(actor.realmId, email);
    const passwordHash = await this.usersService.hashPassword(password, { email, fullName });
    const awaitsFirstLogin = true;
    const user = await this.userSetupService.createUser(actor, {
      email,
      fullName,
      passwordHash,
      awaitsFirstLogin,
    });
    return user.id;
  }
}
