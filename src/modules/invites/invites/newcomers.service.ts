// Makes the account of somebody who accepts an invitation, as the inviter wanted it, and tells the
// inviter. What the inviter may no longer give, nobody gets.
import { Injectable } from '@nestjs/common';
import { UserGroupMembersService } from '#modules/groups/user-groups';
import { SendMessageService } from '#modules/messages/send';
import { CreateUserService } from '#modules/users/creation';
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
    private readonly createUserService: CreateUserService,
    private readonly invitesAccess: InvitesAccess,
    private readonly userGroupMembersService: UserGroupMembersService,
    private readonly usersService: UsersService,
    private readonly sendMessageService: SendMessageService,
  ) {}

  /** Joins the present transaction. */
  async create(realmId: number, invitation: Invitation, newcomer: Newcomer): Promise<CreatedUser> {
    const [inviter] = await this.usersService.findByIds(realmId, [invitation.inviter_id]);
    const actor = actorOf(inviter!, CLIENT_NAME);
    const streamIds = await this.invitesAccess.openTo(actor, invitation.stream_ids);
    const groupIds = await this.invitesAccess.groupsOpenTo(actor, invitation.group_ids);
    const user = await this.createUserService.create(
      { realmId, userId: inviter!.id },
      { ...newcomer, role: invitation.role },
      { streamIds, withDefaults: invitation.with_default_streams },
    );
    await this.userGroupMembersService.addNewUser(realmId, user.id, groupIds);
    if (invitation.notifies_inviter) {
      const bot = await this.usersService.systemBot(realmId, 'notification-bot');
      const text = `@_**${user.fullName}|${user.id}** has accepted your invitation and joined.`;
      await this.sendMessageService.sendAs(bot, [{ to: inviter!, content: text }]);
    }
    return user;
  }
}
