// An invitation as the people who manage it see it.
import type { Role } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';

export type InvitationState = 'open' | 'used' | 'revoked';

/** What an invitation gives to who accepts it. */
export interface InvitationTerms {
  role: Role;
  stream_ids: number[];
  group_ids: number[];
  with_default_streams: boolean;
  notifies_inviter: boolean;
  /** Null for the organization's own words, empty for none. */
  welcome_text: string | null;
  /** How long it is valid; null is for ever. */
  minutes: number | null;
}

/** A row of the table `invitations`. */
export interface Invitation extends InvitationTerms {
  id: number;
  inviter_id: number;
  /** Null for a link that many can use. */
  email: string | null;
  token_sealed: Buffer | null;
  /** UNIX seconds. */
  created: number;
  expires: number | null;
}

/** The path of the page that an invitation leads to, before the token. */
export const JOIN_PATH = 'join';

export function joinUrl(realmUrl: string, token: string): string {
  return `${realmUrl}/${JOIN_PATH}/${token}`;
}

/** `linkUrl` for a link that many can use. */
export function inviteView(invitation: Invitation, linkUrl?: string): Schema<'Invite'> {
  return {
    id: invitation.id,
    invited_by_user_id: invitation.inviter_id,
    invited: invitation.created,
    expiry_date: invitation.expires,
    invited_as: invitation.role,
    notify_referrer_on_join: invitation.notifies_inviter,
    ...(linkUrl === undefined
      ? { email: invitation.email ?? undefined, is_multiuse: false }
      : { link_url: linkUrl, is_multiuse: true }),
  };
}
