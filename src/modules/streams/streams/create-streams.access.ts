// Permissions to create streams.
import { Injectable } from '@nestjs/common';
import {
  canonicalGroupSetting,
  GroupMembership,
  type RealmPermission,
} from '#modules/groups/groups';
import { RealmPermissions, RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import type { StreamSettings } from './create-streams.service.js';

@Injectable()
export class CreateStreamsAccess {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly realmPermissions: RealmPermissions,
    private readonly groupMembership: GroupMembership,
  ) {}

  /** Throws unless the user may create streams with these settings. */
  async check(actor: Actor, settings: StreamSettings): Promise<void> {
    await this.checkCombination(actor, settings);
    await this.realmPermissions.require(actor, permissionToCreate(settings));
    if (settings.isDefault && actor.role > Role.Administrator) {
      throw ApiError.badRequest('Only administrators can do this');
    }
    if (settings.messageRetentionDays !== null && actor.role !== Role.Owner) {
      throw ApiError.badRequest('Only owners can do this');
    }
    if (settings.topicsPolicy !== 'inherit') {
      await this.realmPermissions.require(actor, 'can_set_topics_policy_group');
    }
    if (await this.grantsDeletion(actor.realmId, settings)) {
      await this.realmPermissions.require(actor, 'can_set_delete_message_policy_group');
    }
  }

  private async checkCombination(actor: Actor, settings: StreamSettings): Promise<void> {
    const { inviteOnly, isWebPublic, isDefault } = settings;
    if (inviteOnly && isWebPublic) {
      throw ApiError.badRequest('A private channel cannot be web-public');
    }
    if (inviteOnly && isDefault) throw ApiError.badRequest('A default channel cannot be private');
    if (!isWebPublic) return;
    const { enable_spectator_access } = await this.realmsService.settings(actor.realmId);
    if (!enable_spectator_access) throw ApiError.badRequest('Web-public channels are not enabled');
  }

  /** Whether the settings grant deletion of messages to any group. */
  private async grantsDeletion(realmId: number, { permissions }: StreamSettings): Promise<boolean> {
    const { can_delete_any_message_group, can_delete_own_message_group } = permissions;
    const values = [can_delete_any_message_group, can_delete_own_message_group].filter(
      (value) => value !== undefined,
    );
    if (values.length === 0) return false;
    const { 'role:nobody': emptyGroupId } = await this.groupMembership.systemGroupIds(realmId);
    return values.some((value) => canonicalGroupSetting(value) !== emptyGroupId);
  }
}

function permissionToCreate({ inviteOnly, isWebPublic }: StreamSettings): RealmPermission {
  if (isWebPublic) return 'can_create_web_public_channel_group';
  return inviteOnly ? 'can_create_private_channel_group' : 'can_create_public_channel_group';
}
