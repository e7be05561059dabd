// Makes the account of somebody who accepts an invitation, as the inviter wanted it, and tells the
// inviter. What the inviter may no longer give, nobody gets.
import { Injectable } from '@nestjs/common';
import { UserGroupMembersService } from '#modules/groups/user-groups';
import { SendMessageService } from '#modules/messages/messages';
import { UserSetupService } from '#modules/realms/setup';
import { actorOf, type CreatedUser, UsersService } from '#modules/users/users';
import { InvitesAccess } from './invites.access.js';
import type { Invitation } from './invites.view.js';

const CLIENT_NAME = 'Internal';

export interface Newcomer {
  email: string;
  fullName: string;
  /** Undefined where nobody logs in with a password. */
  passwordHash: string | undefined;
}

@Injectable()
export class Newcomers {
  constructor(
    private readonly setup: UserSetupService,
    private readonly access: InvitesAccess,
    private readonly groups: UserGroupMembersService,
    private readonly users: UsersService,
    private readonly sender: SendMessageService,
  ) {}

  /** Joins the present transaction. */
  async create(realmId: number, invitation: Invitation, newcomer: Newcomer): Promise<CreatedUser> {
    const [inviter] = await this.users.findByIds(realmId, [invitation.inviter_id]);
    const actor = actorOf(inviter!, CLIENT_NAME);
    const streamIds = await this.access.openTo(actor, invitation.stream_ids);
    const groupIds = await this.access.groupsOpenTo(actor, invitation.group_ids);
    const user = await this.setup.createUser(
      { realmId, userId: inviter!.id },
      { ...newcomer, role: invitation.role },
      { streamIds, withDefaults: invitation.with_default_streams },
    );
    await this.groups.addNewcomer(realmId, user.id, groupIds);
    if (invitation.notifies_inviter) {
      const bot = await this.users.systemBot(realmId, 'notification-bot');
      const text = `@_**${user.fullName}|${user.id}** has accepted your invitation and joined.`;
      await this.sender.sendDirectAs(bot, inviter!, text);
    }
    return user;
  }
}
