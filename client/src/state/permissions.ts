// The permissions of the user that the state has as single fields. They follow from group memberships
// and from the groups in the settings of the organization.
import { type Row, rows } from './rows.js';

type Holder = number | { direct_members: number[]; direct_subgroups: number[] };

const PERMISSIONS = {
  can_create_public_streams: 'realm_can_create_public_channel_group',
  can_create_private_streams: 'realm_can_create_private_channel_group',
  can_create_web_public_streams: 'realm_can_create_web_public_channel_group',
  can_subscribe_other_users: 'realm_can_add_subscribers_group',
  can_invite_others_to_realm: 'realm_can_invite_users_group',
};

/** Must be called after changes of roles, groups or settings of the organization. */
export function notePermissions(fields: Row, userId: number): void {
  if (!('realm_user_groups' in fields) || !('can_create_streams' in fields)) return;
  const groups = new Map(rows(fields, 'realm_user_groups').map((group) => [group['id'], group]));
  const isInside = (groupId: number): boolean => {
    const group = groups.get(groupId);
    if (!group) return false;
    if ((group['members'] as number[]).includes(userId)) return true;
    return (group['direct_subgroup_ids'] as number[]).some(isInside);
  };
  const holds = (holder: Holder): boolean =>
    typeof holder === 'number'
      ? isInside(holder)
      : holder.direct_members.includes(userId) || holder.direct_subgroups.some(isInside);
  for (const [name, setting] of Object.entries(PERMISSIONS)) {
    fields[name] = fields['is_guest'] !== true && holds(fields[setting] as Holder);
  }
  fields['can_create_streams'] = [
    'can_create_public_streams',
    'can_create_private_streams',
    'can_create_web_public_streams',
  ].some((name) => fields[name] === true);
}
