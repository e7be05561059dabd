// Makes an organization that can be used: its groups, the server's bots, its first channels with a
// word of welcome, and its owner. All of it, or nothing.
import { Injectable } from '@nestjs/common';
import { GroupsService } from '#modules/groups/groups';
import { RealmsService } from '#modules/realms/realms';
import { type CreatedUser, UsersService } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { FirstStreamsService } from './first-streams.service.js';
import { CreateUserService } from '#modules/users/creation';

export interface NewRealm {
  /** The first label of its host name; empty for the root realm. */
  stringId: string;
  name: string;
  /** The password as Passwords.hash makes it. */
  owner: { email: string; fullName: string; passwordHash?: string };
}

@Injectable()
export class RealmSetupService {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly groupsService: GroupsService,
    private readonly usersService: UsersService,
    private readonly firstStreamsService: FirstStreamsService,
    private readonly createUserService: CreateUserService,
    private readonly database: Database,
  ) {}

  /** Joins the present transaction. */
  async createRealm({ stringId, name, owner }: NewRealm): Promise<{
    realmId: number;
    owner: CreatedUser;
  }> {
    return this.database.transaction(async () => {
      const realmId = await this.realmsService.create({ stringId, name });
      await this.groupsService.createSystemGroups(realmId);
      await this.usersService.createSystemBots(realmId);
      const { general } = await this.firstStreamsService.create(realmId);
      const created = await this.createUserService.create(
        { realmId },
        {
          ...owner,
          role: Role.Owner,
          canChangeUserEmails: true,
        },
      );
      await this.firstStreamsService.welcome(general);
      return { realmId, owner: created };
    });
  }
}
