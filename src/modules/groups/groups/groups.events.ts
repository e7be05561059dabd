// Events that keep the list of user groups of every client current.
import { defineEvent } from '#platform/event-log/event-definition.js';

interface GroupAdded {
  op: 'add';
  /** As `userGroupView` makes it. */
  group: Record<string, unknown>;
}

/** `data` has what changed: the name, the description, permissions, whether it is deactivated. */
interface GroupUpdated {
  op: 'update';
  group_id: number;
  data: Record<string, unknown>;
}

interface GroupRemoved {
  op: 'remove';
  group_id: number;
}

/** People joined or left a group as direct members. */
interface GroupMembersChanged {
  op: 'add_members' | 'remove_members';
  group_id: number;
  user_ids: number[];
}

interface GroupSubgroupsChanged {
  op: 'add_subgroups' | 'remove_subgroups';
  group_id: number;
  direct_subgroup_ids: number[];
}

export type GroupChange = (
  | GroupAdded
  | GroupUpdated
  | GroupRemoved
  | GroupMembersChanged
  | GroupSubgroupsChanged
) & {
  /**
   * What it means to clients that know of no deactivated groups, where that is something else;
   * null when it is nothing.
   */
  withoutDeactivated?: GroupAdded | GroupRemoved | null;
};

export const userGroupEvent = defineEvent<GroupChange>({
  type: 'user_group',
  variantFor: ({ withoutDeactivated }, queue) => {
    if (withoutDeactivated === undefined) return '';
    return queue.options.capabilities.include_deactivated_groups ? 'all' : 'active';
  },
  present: ({ withoutDeactivated, ...change }, queue) => {
    if (withoutDeactivated === undefined) return change;
    if (queue.options.capabilities.include_deactivated_groups) return change;
    return withoutDeactivated ?? undefined;
  },
});

/** The change as those hear of it who know of the group: fewer while it is deactivated. */
export function ofGroup(group: { deactivated: boolean }, change: GroupChange): GroupChange {
  return group.deactivated ? { ...change, withoutDeactivated: null } : change;
}
