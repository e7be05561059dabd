// Makes an organization that can be used: its groups, the server's bots, its first owner.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { GroupsService } from '#modules/groups/groups.service.js';
import { RealmsService } from '#modules/realms/realms.service.js';
import { type CreatedUser, UsersService } from '#modules/users/users.service.js';
import { randomAlphanumeric } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';

export interface NewRealm {
  /** The first label of its host name; empty for the root realm. */
  stringId: string;
  name: string;
  owner: { email: string; fullName: string; password?: string };
}

export interface FirstRealm {
  email: string;
  /** Undefined when the operator chose the password. */
  generatedPassword: string | undefined;
}

const GENERATED_PASSWORD_LENGTH = 20;

@Injectable()
export class RealmSetupService {
  constructor(
    private readonly realms: RealmsService,
    private readonly groups: GroupsService,
    private readonly users: UsersService,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  async createRealm({ stringId, name, owner }: NewRealm): Promise<{
    realmId: number;
    owner: CreatedUser;
  }> {
    return this.database.transaction(async () => {
      const realmId = await this.realms.create({ stringId, name });
      await this.groups.createSystemGroups(realmId);
      await this.users.createSystemBots(realmId);
      const created = await this.users.create({ realmId }, { ...owner, role: Role.Owner });
      return { realmId, owner: created };
    });
  }

  /**
   * On the first start of a server: the root realm with the owner that the operator configured.
   * Undefined when there is a realm already. Of processes that start together, one makes it.
   */
  async ensureFirstRealm(): Promise<FirstRealm | undefined> {
    const { email, fullName, password } = this.config.owner;
    const generatedPassword =
      password === undefined ? randomAlphanumeric(GENERATED_PASSWORD_LENGTH) : undefined;
    return this.database.transaction(async () => {
      await this.realms.lockFirstStart();
      if (await this.realms.exist()) return undefined;
      await this.createRealm({
        stringId: '',
        name: this.config.realmName,
        owner: { email, fullName, password: password ?? generatedPassword },
      });
      return { email, generatedPassword };
    });
  }
}
