// Administrators make accounts for others, who join with their first login.
import { Injectable } from '@nestjs/common';
import { UserSetupService } from '#modules/realm-setup/user-setup.service.js';
import { UsersService } from '#modules/users/users.service.js';
import type { Actor } from '#platform/http/actor.js';

@Injectable()
export class CreateAccountService {
  constructor(
    private readonly users: UsersService,
    private readonly setup: UserSetupService,
  ) {}

  /** Always a member. Returns the id. */
  async create(
    actor: Actor,
    { email, fullName, password }: { email: string; fullName: string; password: string },
  ): Promise<number> {
    const passwordHash = await this.users.hashPassword(password);
    const awaitsFirstLogin = true;
    const user = await this.setup.createUser(actor, {
      email,
      fullName,
      passwordHash,
      awaitsFirstLogin,
    });
    return user.id;
  }
}
