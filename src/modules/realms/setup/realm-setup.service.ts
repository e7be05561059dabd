// Creates a usable realm in one transaction: system groups, system bots, initial streams with a welcome
// message, and the owner.
import { Injectable } from '@nestjs/common';
import { GroupsService } from '#modules/groups/groups';
import { RealmsService } from '#modules/realms/realms';
import { type CreatedUser, UsersService } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { FirstStreamsService } from './first-streams.service.js';
import { CreateUserService } from '#modules/users/creation';

export interface NewRealm {
  /** The subdomain; empty for the root realm. */
  stringId: string;
  name: string;
  /** `passwordHash` is a result of Passwords.hash. */
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

  /** Joins the current transaction. */
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
