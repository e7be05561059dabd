// Events of user groups.
import { defineEvent } from '#platform/event-log/event-definition.js';

interface GroupAdded {
  op: 'add';
  /** The form of `userGroupView`. */
  group: Record<string, unknown>;
}

/** `data` has the changed fields: name, description, group settings, deactivation. */
interface GroupUpdated {
  op: 'update';
  group_id: number;
  data: Record<string, unknown>;
}

interface GroupRemoved {
  op: 'remove';
  group_id: number;
}

/** Direct members were added or removed. */
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
   * The event for clients without the capability for deactivated groups, if it differs; null if they
   * receive none.
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

/** Limits changes of a deactivated group to clients with the capability for such groups. */
export function forDeactivated(group: { deactivated: boolean }, change: GroupChange): GroupChange {
  return group.deactivated ? { ...change, withoutDeactivated: null } : change;
}
