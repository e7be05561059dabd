import { describe, expect, it } from '@jest/globals';
import type { GroupPermission } from './group-permissions.js';
import { checkHolder, type NamedHolders } from './group-setting-rules.js';
import type { GroupSettingValue } from './group-setting.service.js';
import type { SystemGroupName } from './system-groups.js';

const INTERNET = 1;
const EVERYONE = 2;
const MEMBERS = 3;
const NOBODY = 4;
const TEAM = 5;
const NAMED: NamedHolders = {
  groups: new Map<number, SystemGroupName | null>([
    [INTERNET, 'role:internet'],
    [EVERYONE, 'role:everyone'],
    [MEMBERS, 'role:members'],
    [NOBODY, 'role:nobody'],
    [TEAM, null],
  ]),
  userIds: new Set([10, 11]),
};

const UNRESTRICTED: GroupPermission = {
  requireSystemGroup: false,
  allowNobodyGroup: true,
  allowEveryoneGroup: true,
  allowedSystemGroups: [],
  refusedSystemGroups: [],
  defaultHolder: 'role:everyone',
};

function outcome(rules: Partial<GroupPermission>, value: GroupSettingValue): string {
  try {
    checkHolder('can_do', { ...UNRESTRICTED, ...rules }, value, NAMED);
    return 'accepted';
  } catch (error) {
    return error instanceof Error ? error.message : 'another error';
  }
}

const set = (members: number[], subgroups: number[]): GroupSettingValue => ({
  direct_members: members,
  direct_subgroups: subgroups,
});

describe('checkHolder', () => {
  it.each<[string, Partial<GroupPermission>, GroupSettingValue]>([
    ['a system group', {}, EVERYONE],
    ['a custom group', {}, TEAM],
    ['users and groups', {}, set([10, 11], [TEAM, MEMBERS])],
    ['the group without members', {}, NOBODY],
    ['an empty set', {}, set([], [])],
    ['a system group where one is required', { requireSystemGroup: true }, MEMBERS],
    ['one of the allowed groups', { allowedSystemGroups: ['role:members'] }, MEMBERS],
    ['a custom group beside the allowed groups', { allowedSystemGroups: ['role:members'] }, TEAM],
  ])('accepts %s', (_what, rules, value) => {
    expect(outcome(rules, value)).toBe('accepted');
  });

  it.each<[string, Partial<GroupPermission>, GroupSettingValue, string]>([
    ['an unknown group', {}, 99, 'can_do: there is no user group with the ID 99'],
    ['an unknown subgroup', {}, set([10], [99]), 'can_do: there is no user group with the ID 99'],
    ['an unknown user', {}, set([10, 99], []), 'can_do: there is no active user with the ID 99'],
    ['the internet', {}, INTERNET, 'can_do cannot be granted to role:internet'],
    [
      'the internet in a set',
      {},
      set([10], [INTERNET]),
      'can_do cannot be granted to role:internet',
    ],
    [
      'a group with guests where guests are excluded',
      { allowEveryoneGroup: false },
      EVERYONE,
      'can_do cannot be granted to role:everyone',
    ],
    [
      'the group without members where a holder is required',
      { allowNobodyGroup: false },
      NOBODY,
      'can_do cannot be granted to role:nobody',
    ],
    [
      'an empty set where a holder is required',
      { allowNobodyGroup: false },
      set([], []),
      'can_do must be granted to at least one user or group',
    ],
    [
      'a system group that is not allowed',
      { allowedSystemGroups: ['role:members'] },
      EVERYONE,
      'can_do cannot be granted to role:everyone',
    ],
    [
      'a refused system group',
      { refusedSystemGroups: ['role:members'] },
      MEMBERS,
      'can_do cannot be granted to role:members',
    ],
    [
      'a custom group where a system group is required',
      { requireSystemGroup: true },
      TEAM,
      'can_do can only be granted to a system group',
    ],
    [
      'a set where a system group is required',
      { requireSystemGroup: true },
      set([10], [MEMBERS]),
      'can_do can only be granted to a system group',
    ],
  ])('refuses %s', (_what, rules, value, message) => {
    expect(outcome(rules, value)).toBe(message);
  });
});
