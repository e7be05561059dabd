// Changes that administrators make to the account of another user: name, role, profile and email address.
// An update is applied as a whole or not at all.
import { Injectable } from '@nestjs/common';
import { EmailChangeService } from '#modules/auth/email-change';
import { type FieldValueInput, ProfileValues } from '#modules/users/profile-fields';
import { UserChanges, UserEmails } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { requireManageable, requireOwner } from './accounts.access.js';
import { ChangeRoleService } from './change-role.service.js';

/** Undefined properties are left unchanged. */
export interface UserUpdate {
  fullName?: string | undefined;
  role?: Role | undefined;
  profileData?: FieldValueInput[] | undefined;
  newEmail?: string | undefined;
}

@Injectable()
export class UpdateUserService {
  constructor(
    private readonly changeRoleService: ChangeRoleService,
    private readonly userChanges: UserChanges,
    private readonly userEmails: UserEmails,
    private readonly emailChangeService: EmailChangeService,
    private readonly profileValues: ProfileValues,
    private readonly database: Database,
  ) {}

  async update(actor: Actor, userId: number, update: UserUpdate): Promise<void> {
    const { fullName, role, profileData, newEmail } = update;
    const { realmId } = actor;
    await this.database.transaction(async () => {
      if (role !== undefined) await this.changeRoleService.change(actor, userId, role);
      const user = await this.userChanges.lock(realmId, userId);
      requireManageable(actor, user);
      if (fullName !== undefined) await this.userChanges.rename(realmId, user, fullName);
      if (profileData !== undefined) await this.profileValues.set(actor, userId, profileData);
      if (newEmail !== undefined) await this.changeEmail(actor, userId, newEmail);
    });
  }

  private async changeEmail(actor: Actor, userId: number, newEmail: string): Promise<void> {
    requireOwner(actor);
    if (!(await this.userEmails.canChangeOthers(actor))) {
      throw ApiError.badRequest('You may not change the email addresses of other users');
    }
    const user = await this.userChanges.lock(actor.realmId, userId);
    if (user.botType !== null)
      throw ApiError.badRequest('The email address of a bot cannot be changed');
    await this.emailChangeService.change(actor.realmId, user, newEmail);
  }
}
