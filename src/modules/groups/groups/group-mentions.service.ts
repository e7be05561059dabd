// Permission to mention groups, and the users that a mention notifies.
import { Injectable } from '@nestjs/common';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { GroupMembership } from './group-membership.service.js';
import { GroupMentionsRepository } from './group-mentions.repository.js';
import { groupPermissions } from './user-groups.view.js';

@Injectable()
export class GroupMentions {
  constructor(
    private readonly groupMentionsRepository: GroupMentionsRepository,
    private readonly groupMembership: GroupMembership,
  ) {}

  /** Returns the transitive members of the groups. Throws for a group that the actor may not mention. */
  async findMentionedMembers(actor: Actor, groupIds: number[]): Promise<number[]> {
    const graph = await this.groupMembership.graph(actor.realmId);
    const systemGroups = await this.groupMembership.systemGroupIds(actor.realmId);
    for (const group of await this.groupMentionsRepository.findByIds(actor.realmId, groupIds)) {
      const { can_mention_group: holders } = groupPermissions(group, systemGroups);
      if (!graph.contains(holders, actor)) {
        throw ApiError.badRequest(`You may not mention the user group '${group.name}'`);
      }
    }
    return this.groupMentionsRepository.findMemberIds(groupIds);
  }
}
