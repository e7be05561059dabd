// User groups and their members.
import type { Effects } from './effects.js';
import { expectSame, type Row, rows, setMembers, type WireEvent } from './rows.js';

export const groupEffects: Effects = {
  'user_group/add'({ fields }, event) {
    const group = event['group'] as Row;
    expectSame(findGroup(fields, group['id']), undefined);
    rows(fields, 'realm_user_groups').push(group);
  },

  'user_group/update'({ fields }, event) {
    Object.assign(groupOf(fields, event), event['data']);
  },

  'user_group/remove'({ fields }, event) {
    const removed = groupOf(fields, event);
    const groups = rows(fields, 'realm_user_groups');
    fields['realm_user_groups'] = groups.filter((group) => group !== removed);
  },

  'user_group/add_subgroups'({ fields }, event) {
    const ids = event['direct_subgroup_ids'] as number[];
    setMembers(groupOf(fields, event), 'direct_subgroup_ids', ids, true);
  },

  'user_group/remove_subgroups'({ fields }, event) {
    const ids = event['direct_subgroup_ids'] as number[];
    setMembers(groupOf(fields, event), 'direct_subgroup_ids', ids, false);
  },

  'user_group/add_members'({ fields }, event) {
    setMembers(groupOf(fields, event), 'members', event['user_ids'] as number[], true);
  },

  'user_group/remove_members'({ fields }, event) {
    setMembers(groupOf(fields, event), 'members', event['user_ids'] as number[], false);
  },
};

function findGroup(fields: Row, id: unknown): Row | undefined {
  return rows(fields, 'realm_user_groups').find((group) => group['id'] === id);
}

function groupOf(fields: Row, event: WireEvent): Row {
  return findGroup(fields, event['group_id'])!;
}
