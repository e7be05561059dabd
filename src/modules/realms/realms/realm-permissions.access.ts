// Checks whether users hold permissions of their realm.
import { Injectable } from '@nestjs/common';
import { GroupMembership, REALM_PERMISSIONS, type RealmPermission } from '#modules/groups/groups';
import { ApiError } from '#platform/http/api-error.js';
import { Role } from '#platform/http/actor.js';
import { RealmsService } from './realms.service.js';

interface Holder {
  realmId: number;
  userId: number;
  role: Role;
}

@Injectable()
export class RealmPermissions {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly groupMembership: GroupMembership,
  ) {}

  async holds(user: Holder, permission: RealmPermission): Promise<boolean> {
    const [held] = await this.holdsEach(user, [permission]);
    return held;
  }

  /** Throws if the user does not hold the permission. */
  async require(user: Holder, permission: RealmPermission): Promise<void> {
    if (!(await this.holds(user, permission))) throw ApiError.insufficientPermission();
  }

  /** Returns the results in the order of `permissions`. */
  async holdsEach<const Names extends readonly RealmPermission[]>(
    user: Holder,
    permissions: Names,
  ): Promise<{ [Index in keyof Names]: boolean }> {
    const settings = await this.realmsService.settings(user.realmId);
    const graph = await this.groupMembership.graph(user.realmId);
    const results = permissions.map((permission) => {
      if (user.role === Role.Guest && !REALM_PERMISSIONS[permission].allowEveryoneGroup) {
        return false;
      }
      return graph.contains(settings[permission], user);
    });
    return results as { [Index in keyof Names]: boolean };
  }
}
