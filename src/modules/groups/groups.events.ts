// Events that keep the list of user groups of every client current.
import { defineEvent } from '#platform/event-log/event-definition.js';

/** People joined or left a group as direct members. */
export interface GroupMembersChanged {
  op: 'add_members' | 'remove_members';
  group_id: number;
  user_ids: number[];
}

export const userGroupEvent = defineEvent<GroupMembersChanged>({ type: 'user_group' });
