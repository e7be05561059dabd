import { Bool, IdList } from '#platform/http/parameters/decorators.js';

export class GetUserDto {
  @Bool({ default: true })
  client_gravatar!: boolean;

  @Bool({ default: false })
  include_custom_profile_fields!: boolean;
}

export class GetUsersDto extends GetUserDto {
  @IdList({ optional: true })
  user_ids?: number[];
}
