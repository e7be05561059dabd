// The system groups of every realm. Each contains the users of one role and, as a subgroup, the next
// smaller system group. They cannot be edited or mentioned.
import { Role } from '#platform/http/actor.js';

interface SystemGroup {
  /** The name shown to people; the API uses `name`. */
  title: string;
  description: string;
  /** The direct subgroup. */
  subgroup?: string;
}

export const SYSTEM_GROUPS = {
  'role:internet': {
    title: 'Everyone on the internet',
    description: 'Everyone on the internet, with or without an account',
    subgroup: 'role:everyone',
  },
  'role:everyone': {
    title: 'Everyone including guests',
    description: 'Everyone in this organization, including guests',
    subgroup: 'role:members',
  },
  'role:members': {
    title: 'Everyone except guests',
    description: 'Everyone in this organization, except guests',
    subgroup: 'role:fullmembers',
  },
  'role:fullmembers': {
    title: 'Full members',
    description: 'Members whose waiting period is over',
    subgroup: 'role:moderators',
  },
  'role:moderators': {
    title: 'Moderators',
    description: 'Moderators of this organization, including administrators and owners',
    subgroup: 'role:administrators',
  },
  'role:administrators': {
    title: 'Administrators',
    description: 'Administrators of this organization, including owners',
    subgroup: 'role:owners',
  },
  'role:owners': { title: 'Owners', description: 'Owners of this organization' },
  'role:nobody': { title: 'Nobody', description: 'No users' },
} satisfies Record<string, SystemGroup>;

export type SystemGroupName = keyof typeof SYSTEM_GROUPS;

export type SystemGroupIds = Record<SystemGroupName, number>;

/** The lowest role whose users are members of each group by role. */
export const ROLE_LIMITS: Record<SystemGroupName, number> = {
  'role:internet': Role.Guest,
  'role:everyone': Role.Guest,
  'role:members': Role.Member,
  'role:fullmembers': Role.Moderator,
  'role:moderators': Role.Moderator,
  'role:administrators': Role.Administrator,
  'role:owners': Role.Owner,
  'role:nobody': 0,
};

/** The groups with a user of this role as a direct member. */
export function systemGroupsOf(role: Role, isFullMember: boolean): SystemGroupName[] {
  switch (role) {
    case Role.Owner:
      return ['role:owners'];
    case Role.Administrator:
      return ['role:administrators'];
    case Role.Moderator:
      return ['role:moderators'];
    case Role.Member:
      return isFullMember ? ['role:members', 'role:fullmembers'] : ['role:members'];
    case Role.Guest:
      return ['role:everyone'];
  }
}
