import { ProfileValueDto } from '#modules/users/profile-fields';
import { Role } from '#platform/http/actor.js';
import { Bool, Integer, JsonValue, Text } from '#platform/http/parameters/decorators.js';

const ROLES = [Role.Owner, Role.Administrator, Role.Moderator, Role.Member, Role.Guest];

export class CreateUserDto {
  @Text()
  email!: string;

  @Text()
  password!: string;

  @Text()
  full_name!: string;
}

export class UpdateUserDto {
  @Text({ optional: true })
  full_name?: string;

  @Integer({ optional: true, oneOf: ROLES })
  role?: Role;

  @JsonValue({ optional: true, listOf: ProfileValueDto })
  profile_data?: ProfileValueDto[];

  @Text({ optional: true })
  new_email?: string;
}

export class DeactivationActionsDto {
  @Bool({ default: false })
  delete_profile!: boolean;

  @Bool({ default: false })
  delete_public_channel_messages!: boolean;

  @Bool({ default: false })
  delete_private_channel_messages!: boolean;

  @Bool({ default: false })
  delete_direct_messages!: boolean;
}

export class DeactivateUserDto {
  @JsonValue({ optional: true, object: DeactivationActionsDto })
  actions?: DeactivationActionsDto;

  @Text({ optional: true, nullIsAbsent: true, maxLength: 2000 })
  deactivation_notification_comment?: string;
}
