import { Bool, IdList, JsonValue, Text } from '#platform/http/parameters/decorators.js';
import { SettingParameters } from '#platform/http/parameters/setting-parameters.js';
import { USER_SETTINGS } from '#modules/users/settings-catalogue';

class TargetUsersDto {
  @IdList({ default: [] })
  user_ids!: number[];

  @IdList({ default: [] })
  group_ids!: number[];

  @Bool({ default: false })
  skip_if_already_edited!: boolean;
}

@SettingParameters(USER_SETTINGS)
export class UpdateSettingsDto {
  @JsonValue({ object: TargetUsersDto, optional: true })
  target_users?: TargetUsersDto;

  @Text({ optional: true })
  full_name?: string;

  @Text({ optional: true })
  email?: string;

  @Text({ optional: true })
  old_password?: string;

  @Text({ optional: true })
  new_password?: string;

  @Text({ optional: true })
  timezone?: string;
}

export class SettingCommandDto {
  @Text()
  command!: string;
}
