import { Role } from '#platform/http/actor.js';
import { Bool, IdList, Integer, MAX_ID, Text } from '#platform/http/parameters/decorators.js';

const ROLES = [Role.Owner, Role.Administrator, Role.Moderator, Role.Member, Role.Guest];
/** Limits the number of access checks. */
const MAX_IDS = 1000;
const WELCOME_MAX_LENGTH = 8000;

export class CreateInviteLinkDto {
  /** Null for no limit; absent for the default of the server. */
  @Integer({ optional: true, nullable: true, min: 1, max: MAX_ID })
  invite_expires_in_minutes?: number | null;

  @Integer({ default: Role.Member, oneOf: ROLES })
  invite_as!: Role;

  @IdList({ default: [], maxItems: MAX_IDS })
  stream_ids!: number[];

  @IdList({ default: [], maxItems: MAX_IDS })
  group_ids!: number[];

  @Bool({ default: false })
  include_realm_default_subscriptions!: boolean;

  /** Absent for the text of the organization; empty for none. */
  @Text({ optional: true, nullIsAbsent: true, maxLength: WELCOME_MAX_LENGTH })
  welcome_message_custom_text?: string;
}

export class SendInvitesDto {
  /** Separated by commas or line breaks. */
  @Text({ maxLength: 100_000 })
  invitee_emails!: string;

  @Integer({ optional: true, nullable: true, min: 1, max: MAX_ID })
  invite_expires_in_minutes?: number | null;

  @Integer({ default: Role.Member, oneOf: ROLES })
  invite_as!: Role;

  @IdList({ maxItems: MAX_IDS })
  stream_ids!: number[];

  @IdList({ default: [], maxItems: MAX_IDS })
  group_ids!: number[];

  @Bool({ default: false })
  include_realm_default_subscriptions!: boolean;

  @Bool({ default: true })
  notify_referrer_on_join!: boolean;

  /** Absent for the text of the organization; empty for none. */
  @Text({ optional: true, nullIsAbsent: true, maxLength: WELCOME_MAX_LENGTH })
  welcome_message_custom_text?: string;
}

/** The form of the page. Missing fields become problems that the page shows. */
export class JoinDto {
  @Text({ default: '' })
  email!: string;

  @Text({ default: '' })
  full_name!: string;

  @Text({ default: '' })
  password!: string;

  /** The ids of default stream groups, one for each checked box. */
  @IdList({ default: [], maxItems: MAX_IDS, repeats: true })
  default_stream_group!: number[];
}
