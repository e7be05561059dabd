// What people change about their own account along with their settings: the name, and the address
// once they have shown that mail reaches them there. Everything joins the present transaction.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { EmailChangeService } from '#modules/auth/email-change';
import { UserChanges } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';

export interface AccountChanges {
  fullName?: string | undefined;
  /** Becomes the address when it is confirmed. */
  email?: string | undefined;
}

@Injectable()
export class OwnAccount {
  constructor(
    private readonly userChanges: UserChanges,
    private readonly emailChangeService: EmailChangeService,
    private readonly realmsService: RealmsService,
  ) {}

  /** Returns the names of the parameters that had the value already. */
  async change(actor: Actor, { fullName, email }: AccountChanges): Promise<string[]> {
    const unchanged: string[] = [];
    if (fullName !== undefined && !(await this.rename(actor, fullName))) {
      unchanged.push('full_name');
    }
    if (email !== undefined && !(await this.emailChangeService.request(actor, email))) {
      unchanged.push('email');
    }
    return unchanged;
  }

  private async rename(actor: Actor, fullName: string): Promise<boolean> {
    const user = await this.userChanges.lock(actor.realmId, actor.userId);
    if (user.fullName === fullName.trim()) return false;
    const { name_changes_disabled: isFixed } = await this.realmsService.settings(actor.realmId);
    if (isFixed && actor.role > Role.Administrator) {
      throw ApiError.badRequest('Names can not be changed in this organization');
    }
    await this.userChanges.rename(actor.realmId, user, fullName);
    return true;
  }
}
