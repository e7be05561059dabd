// Membership of users in groups, from a cache of the graph of each realm.
import { Injectable } from '@nestjs/common';
import { type RealmCache, RealmCaches } from '#platform/event-log/realm-cache.js';
import { GroupGraph, type GroupUser } from './group-graph.js';
import type { GroupSettingValue } from './group-setting.service.js';
import { userGroupEvent } from './groups.events.js';
import { GroupsRepository } from './groups.repository.js';
import type { SystemGroupIds } from './system-groups.js';

@Injectable()
export class GroupMembership {
  private readonly graphs: RealmCache<GroupGraph>;
  /** Never invalidated: system groups are created with their realm and remain. */
  private readonly systemGroups = new Map<number, SystemGroupIds>();

  constructor(
    private readonly groupsRepository: GroupsRepository,
    caches: RealmCaches,
  ) {
    this.graphs = caches.create([userGroupEvent.type], (realmId) => this.currentGraph(realmId));
  }

  /** Whether the user is included in the group setting `value`. */
  async isMember(realmId: number, user: GroupUser, value: GroupSettingValue): Promise<boolean> {
    return (await this.graph(realmId)).contains(value, user);
  }

  /** Returns the cached graph, for several membership checks in one realm. */
  graph(realmId: number): Promise<GroupGraph> {
    return this.graphs.get(realmId);
  }

  /**
   * Reads the graph in the current transaction. For the audiences of events, since the cache may lack
   * changes that another process just committed.
   */
  async currentGraph(realmId: number): Promise<GroupGraph> {
    return new GroupGraph(await this.groupsRepository.graph(realmId));
  }

  /**
   * Locks the memberships of the realm until the end of the current transaction. Memberships are locked
   * before streams, which prevents deadlocks.
   */
  lock(realmId: number): Promise<void> {
    return this.groupsRepository.lockMemberships(realmId);
  }

  /** Returns the groups and all groups that contain them, transitively. */
  selfAndAncestors(groupIds: number[]): Promise<number[]> {
    return this.groupsRepository.selfAndAncestors(groupIds);
  }

  async systemGroupIds(realmId: number): Promise<SystemGroupIds> {
    const cached = this.systemGroups.get(realmId);
    if (cached) return cached;
    const ids = await this.groupsRepository.systemGroupIds(realmId);
    if (!ids) throw new Error(`Realm ${realmId} has no system groups`);
    this.systemGroups.set(realmId, ids);
    return ids;
  }
}
