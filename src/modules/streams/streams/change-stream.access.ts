// Permissions to change the settings of a stream. Most settings require the permission to administer the
// stream, by role or by group setting; settings that affect its readers also require access to its content.
import { Injectable } from '@nestjs/common';
import { isSameGroupSetting } from '#modules/groups/groups';
import { RealmPermissions, RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { changedStream, changesPrivacy, type StreamChanges } from './stream-changes.js';
import { CONTENT_PERMISSIONS } from './stream-rules.js';
import { type AccessedStream, StreamsAccess } from './streams.access.js';

@Injectable()
export class ChangeStreamAccess {
  constructor(
    private readonly streamsAccess: StreamsAccess,
    private readonly realmPermissions: RealmPermissions,
    private readonly realmsService: RealmsService,
  ) {}

  /** Returns the stream if the user may administer it. */
  async requireAdministrable(actor: Actor, id: number): Promise<AccessedStream> {
    const accessed = await this.streamsAccess.requireById(actor, id);
    if (!accessed.canAdminister) {
      throw ApiError.badRequest('You may not administer this channel');
    }
    return accessed;
  }

  /** Throws unless the user, who must be able to administer the stream, may make all of these changes. */
  async check(actor: Actor, accessed: AccessedStream, changes: StreamChanges): Promise<void> {
    if (changes.isDefault !== undefined && actor.role > Role.Administrator) {
      throw ApiError.badRequest('Only administrators can do this');
    }
    if (changes.messageRetentionDays !== undefined && actor.role !== Role.Owner) {
      throw ApiError.badRequest('Only owners can do this');
    }
    if (changes.topicsPolicy !== undefined) {
      await this.realmPermissions.require(actor, 'can_set_topics_policy_group');
    }
    if (changesDeletion(accessed, changes)) {
      await this.realmPermissions.require(actor, 'can_set_delete_message_policy_group');
    }
    if (needsContent(changes) && !accessed.canSeeContent) {
      throw ApiError.badRequest('This change requires access to the messages of the channel');
    }
    await this.checkPrivacy(actor, accessed, changes);
  }

  /** A change of the privacy requires the permission to create streams of that privacy. */
  private async checkPrivacy(
    actor: Actor,
    { stream }: AccessedStream,
    changes: StreamChanges,
  ): Promise<void> {
    const changed = changedStream(stream, changes);
    if (changed.isWebPublic && !stream.isWebPublic) {
      const { enable_spectator_access } = await this.realmsService.settings(actor.realmId);
      if (!enable_spectator_access) {
        throw ApiError.badRequest('Web-public channels are not enabled');
      }
      await this.realmPermissions.require(actor, 'can_create_web_public_channel_group');
    } else if (changed.inviteOnly !== stream.inviteOnly) {
      await this.realmPermissions.require(
        actor,
        changed.inviteOnly ? 'can_create_private_channel_group' : 'can_create_public_channel_group',
      );
    }
  }
}

function needsContent(changes: StreamChanges): boolean {
  return (
    changesPrivacy(changes) ||
    CONTENT_PERMISSIONS.some((name) => changes.permissions?.[name] !== undefined)
  );
}

function changesDeletion({ stream }: AccessedStream, { permissions }: StreamChanges): boolean {
  return (['can_delete_any_message_group', 'can_delete_own_message_group'] as const).some(
    (name) =>
      permissions?.[name] !== undefined &&
      !isSameGroupSetting(permissions[name], stream.permissions[name]),
  );
}
