import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';
import type { InvitationEntity } from './invitation.entity.js';

export function joinUrl(realmUrl: string, token: string): string {
  return `${realmUrl}/join/${token}/`;
}

/** `linkUrl` is set for a reusable link. */
export function inviteView(invitation: InvitationEntity, linkUrl?: string): Schema<'Invite'> {
  return {
    id: invitation.id,
    invited_by_user_id: invitation.inviterId,
    invited: toSeconds(invitation.createdAt),
    expiry_date: invitation.expiresAt && toSeconds(invitation.expiresAt),
    invited_as: invitation.role,
    ...(linkUrl === undefined
      ? {
          email: invitation.email ?? undefined,
          notify_referrer_on_join: invitation.notifiesInviter,
          is_multiuse: false,
        }
      : { link_url: linkUrl, is_multiuse: true }),
  };
}
