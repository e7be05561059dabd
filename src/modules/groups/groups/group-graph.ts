// Transitive group membership. Membership in the groups of roles is derived from the role of the user
// instead of a list of users, so that the graph of a large realm stays small and a new role takes effect
// at once.
import type { Role } from '#platform/http/actor.js';
import type { GroupSettingValue } from './group-setting.service.js';
import { ROLE_LIMITS, type SystemGroupName } from './system-groups.js';

export interface GroupNode {
  id: number;
  /** Null for groups that are not system groups. */
  systemName: SystemGroupName | null;
  memberIds: number[];
  subgroupIds: number[];
}

export interface GroupUser {
  userId: number;
  role: Role;
}

/** A group with the members of all its subgroups. */
interface FlatGroup {
  members: ReadonlySet<number>[];
  /** Users of this role or a higher one are members. */
  roleLimit: number;
}

const EMPTY_GROUP: FlatGroup = { members: [], roleLimit: 0 };

export class GroupGraph {
  private readonly nodes: ReadonlyMap<number, GroupNode>;
  private readonly memberSets = new Map<number, ReadonlySet<number>>();
  private readonly flat = new Map<number, FlatGroup>();

  constructor(nodes: GroupNode[]) {
    this.nodes = new Map(nodes.map((node) => [node.id, node]));
  }

  contains(value: GroupSettingValue, user: GroupUser): boolean {
    if (typeof value === 'number') return this.isInside(value, user);
    return (
      value.direct_members.includes(user.userId) ||
      value.direct_subgroups.some((groupId) => this.isInside(groupId, user))
    );
  }

  private isInside(groupId: number, { userId, role }: GroupUser): boolean {
    let group = this.flat.get(groupId);
    if (!group) {
      group = this.flatten(groupId);
      this.flat.set(groupId, group);
    }
    return role <= group.roleLimit || group.members.some((members) => members.has(userId));
  }

  private flatten(groupId: number): FlatGroup {
    if (!this.nodes.has(groupId)) return EMPTY_GROUP;
    const groupIds = new Set([groupId]);
    const members: ReadonlySet<number>[] = [];
    let roleLimit = 0;
    for (const id of groupIds) {
      const node = this.nodes.get(id);
      if (!node) continue;
      if (node.memberIds.length > 0) members.push(this.membersOf(node));
      if (node.systemName !== null) roleLimit = Math.max(roleLimit, ROLE_LIMITS[node.systemName]);
      for (const subgroupId of node.subgroupIds) groupIds.add(subgroupId);
    }
    return { members, roleLimit };
  }

  private membersOf(node: GroupNode): ReadonlySet<number> {
    let members = this.memberSets.get(node.id);
    if (!members) {
      members = new Set(node.memberIds);
      this.memberSets.set(node.id, members);
    }
    return members;
  }
}
