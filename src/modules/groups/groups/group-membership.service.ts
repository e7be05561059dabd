// Answers who is in which group, from a cache of the realm's whole graph.
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
  /** Never outdated: system groups are made with their realm and stay. */
  private readonly systemGroups = new Map<number, SystemGroupIds>();

  constructor(
    private readonly groupsRepository: GroupsRepository,
    caches: RealmCaches,
  ) {
    this.graphs = caches.create([userGroupEvent.type], (realmId) => this.currentGraph(realmId));
  }

  /** Whether the person holds what is given to `value`. */
  async isMember(realmId: number, user: GroupUser, value: GroupSettingValue): Promise<boolean> {
    return (await this.graph(realmId)).contains(value, user);
  }

  /** For several questions about one realm: ask the graph, not the database. */
  graph(realmId: number): Promise<GroupGraph> {
    return this.graphs.get(realmId);
  }

  /**
   * As the present transaction has it, with its own changes. For who is told of something: what
   * another process changed a moment ago may not be in the cache yet.
   */
  async currentGraph(realmId: number): Promise<GroupGraph> {
    return new GroupGraph(await this.groupsRepository.graph(realmId));
  }

  /**
   * Until the end of the present transaction no memberships of the realm change elsewhere. Comes
   * before locks on channels, so that nobody waits for somebody who waits for them.
   */
  lock(realmId: number): Promise<void> {
    return this.groupsRepository.lockMemberships(realmId);
  }

  /** The groups themselves and all in which they are, however deep. */
  selfAndAncestors(groupIds: number[]): Promise<number[]> {
    return this.groupsRepository.selfAndAncestors(groupIds);
  }

  async systemGroupIds(realmId: number): Promise<SystemGroupIds> {
    const known = this.systemGroups.get(realmId);
    if (known) return known;
    const ids = await this.groupsRepository.systemGroupIds(realmId);
    if (!ids) throw new Error(`Realm ${realmId} has no system groups`);
    this.systemGroups.set(realmId, ids);
    return ids;
  }
}
