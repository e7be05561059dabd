import {
  groupSettingProblem,
  type GroupSettingUpdate,
  groupSettingUpdateProblem,
  type GroupSettingValue,
} from '#modules/groups/groups';
import { Bool, IdList, JsonValue, Text } from '#platform/http/parameters/decorators.js';

const Holder = (): PropertyDecorator => JsonValue({ check: groupSettingProblem, optional: true });

const HolderUpdate = (): PropertyDecorator =>
  JsonValue({ check: groupSettingUpdateProblem, optional: true });

export class CreateUserGroupDto {
  @Text()
  name!: string;

  @Text()
  description!: string;

  @IdList()
  members!: number[];

  @IdList({ default: [] })
  subgroups!: number[];

  @Holder()
  can_add_members_group?: GroupSettingValue;

  @Holder()
  can_join_group?: GroupSettingValue;

  @Holder()
  can_leave_group?: GroupSettingValue;

  @Holder()
  can_manage_group?: GroupSettingValue;

  @Holder()
  can_mention_group?: GroupSettingValue;

  @Holder()
  can_remove_members_group?: GroupSettingValue;
}

export class GetUserGroupsDto {
  @Bool({ default: false })
  include_deactivated_groups!: boolean;
}

export class UpdateUserGroupDto {
  @Text({ optional: true })
  name?: string;

  @Text({ optional: true })
  description?: string;

  @HolderUpdate()
  can_add_members_group?: GroupSettingUpdate;

  @HolderUpdate()
  can_join_group?: GroupSettingUpdate;

  @HolderUpdate()
  can_leave_group?: GroupSettingUpdate;

  @HolderUpdate()
  can_manage_group?: GroupSettingUpdate;

  @HolderUpdate()
  can_mention_group?: GroupSettingUpdate;

  @HolderUpdate()
  can_remove_members_group?: GroupSettingUpdate;

  @Bool({ optional: true })
  deactivated?: boolean;
}

export class UpdateGroupMembersDto {
  @IdList({ optional: true })
  add?: number[];

  @IdList({ optional: true })
  delete?: number[];

  @IdList({ optional: true })
  add_subgroups?: number[];

  @IdList({ optional: true })
  delete_subgroups?: number[];
}

export class GetGroupMembersDto {
  @Bool({ default: false })
  direct_member_only!: boolean;
}

export class UpdateSubgroupsDto {
  @IdList({ optional: true })
  add?: number[];

  @IdList({ optional: true })
  delete?: number[];
}

export class GetSubgroupsDto {
  @Bool({ default: false })
  direct_subgroup_only!: boolean;
}
