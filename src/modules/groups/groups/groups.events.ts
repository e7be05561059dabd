// Events of user groups.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export type GroupChange = EventBody<
  | 'UserGroupAddEvent'
  | 'UserGroupUpdateEvent'
  | 'UserGroupRemoveEvent'
  | 'UserGroupAddMembersEvent'
  | 'UserGroupRemoveMembersEvent'
  | 'UserGroupAddSubgroupsEvent'
  | 'UserGroupRemoveSubgroupsEvent'
> & {
  /**
   * The event for clients without the capability for deactivated groups, if it differs; null if they
   * receive none.
   */
  withoutDeactivated?: EventBody<'UserGroupAddEvent' | 'UserGroupRemoveEvent'> | null;
};

export const userGroupEvent = defineEvent<GroupChange>({
  type: 'user_group',
  changesRights: ({ op }) => op !== 'add',
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
