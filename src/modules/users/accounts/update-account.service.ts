// What administrators change about others: the name, the role, the profile and the address. All of
// it, or nothing.
import { Injectable } from '@nestjs/common';
import { type GivenFieldValue, ProfileValues } from '#modules/users/profile-fields';
import { UserChanges, UserEmails } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { AccountsAccess } from './accounts.access.js';
import { RoleChanges } from './role-changes.service.js';

export interface AccountUpdate {
  fullName?: string | undefined;
  role?: Role | undefined;
  profileData?: GivenFieldValue[] | undefined;
  newEmail?: string | undefined;
}

@Injectable()
export class UpdateAccountService {
  constructor(
    private readonly accountsAccess: AccountsAccess,
    private readonly roleChanges: RoleChanges,
    private readonly userChanges: UserChanges,
    private readonly userEmails: UserEmails,
    private readonly profileValues: ProfileValues,
    private readonly database: Database,
  ) {}

  async update(actor: Actor, userId: number, update: AccountUpdate): Promise<void> {
    const { fullName, role, profileData, newEmail } = update;
    const { realmId } = actor;
    await this.database.transaction(async () => {
      if (role !== undefined) await this.roleChanges.change(actor, userId, role);
      const user = await this.userChanges.lock(realmId, userId);
      this.accountsAccess.checkMayManage(actor, user);
      if (fullName !== undefined) await this.userChanges.rename(realmId, user, fullName);
      if (profileData !== undefined) await this.profileValues.set(actor, userId, profileData);
      if (newEmail !== undefined) await this.changeEmail(actor, userId, newEmail);
    });
  }

  private async changeEmail(actor: Actor, userId: number, newEmail: string): Promise<void> {
    this.accountsAccess.checkOwner(actor);
    if (!(await this.userEmails.mayChangeOthers(actor.userId))) {
      throw ApiError.badRequest('You may not change the addresses of others');
    }
    const user = await this.userChanges.lock(actor.realmId, userId);
    if (user.bot_type !== null) throw ApiError.badRequest('The address of a bot stays as it is');
    await this.userEmails.change(actor.realmId, user, newEmail);
  }
}
