import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('user_group_members')
@Index('user_group_members_user_id', ['userId'])
export class UserGroupMemberEntity {
  @ForeignKey('user_groups')
  @PrimaryColumn('integer')
  groupId!: number;

  @ForeignKey('users')
  @PrimaryColumn('integer')
  userId!: number;
}
