import { describe, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { GroupGraph, type GroupNode } from './group-graph.js';
import type { SystemGroupName } from './system-groups.js';

function system(id: number, systemName: SystemGroupName, rest: Partial<GroupNode> = {}): GroupNode {
  return { id, systemName, memberIds: [], subgroupIds: [], ...rest };
}

const ADMINISTRATORS = system(1, 'role:administrators');
const FULL_MEMBERS = system(2, 'role:fullmembers', { memberIds: [40], subgroupIds: [1] });
const MEMBERS = system(3, 'role:members', { subgroupIds: [2] });
const NOBODY_GROUP = system(4, 'role:nobody');

function graph(...groups: GroupNode[]): GroupGraph {
  return new GroupGraph([ADMINISTRATORS, FULL_MEMBERS, MEMBERS, NOBODY_GROUP, ...groups]);
}

const owner = { userId: 10, role: Role.Owner };
const member = { userId: 41, role: Role.Member };
const guest = { userId: 60, role: Role.Guest };

describe('GroupGraph', () => {
  it('includes users of a role and of higher ones in the group of the role', () => {
    expect(graph().contains(MEMBERS.id, owner)).toBe(true);
    expect(graph().contains(MEMBERS.id, member)).toBe(true);
    expect(graph().contains(MEMBERS.id, guest)).toBe(false);
    expect(graph().contains(ADMINISTRATORS.id, member)).toBe(false);
    expect(graph().contains(NOBODY_GROUP.id, owner)).toBe(false);
  });

  it('includes only listed members in the full members', () => {
    expect(graph().contains(FULL_MEMBERS.id, { userId: 40, role: Role.Member })).toBe(true);
    expect(graph().contains(FULL_MEMBERS.id, member)).toBe(false);
    expect(graph().contains(FULL_MEMBERS.id, owner)).toBe(true);
  });

  it('follows subgroups, including cycles', () => {
    const inner = { id: 20, systemName: null, memberIds: [60], subgroupIds: [21] };
    const outer = { id: 21, systemName: null, memberIds: [], subgroupIds: [20, 1] };
    const groups = graph(inner, outer);
    expect(groups.contains(outer.id, guest)).toBe(true);
    expect(groups.contains(outer.id, owner)).toBe(true);
    expect(groups.contains(outer.id, member)).toBe(false);
  });

  it('accepts an unnamed set of users and groups', () => {
    const value = { direct_members: [60], direct_subgroups: [ADMINISTRATORS.id] };
    expect(graph().contains(value, guest)).toBe(true);
    expect(graph().contains(value, owner)).toBe(true);
    expect(graph().contains(value, member)).toBe(false);
  });

  it('returns false for a group that does not exist', () => {
    expect(graph().contains(999, owner)).toBe(false);
  });
});
