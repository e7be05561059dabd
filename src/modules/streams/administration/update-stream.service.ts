// Changes, archives and unarchives streams. The stream is locked before the checks, which serializes
// concurrent changes.
import { Injectable } from '@nestjs/common';
import {
  CHANNEL_PERMISSIONS,
  type StreamPermission,
  checkExpectation,
  GroupSettingsAccess,
  type GroupSettingUpdate,
} from '#modules/groups/groups';
import {
  ChangeStreamAccess,
  ChangeStreamService,
  invalidStreamId,
  type Stream,
  type StreamChanges,
  type StreamPermissions,
} from '#modules/streams/streams';
import { DefaultStreamGroupsService } from '#modules/streams/default-stream-groups';
import { StreamAccessEvents } from '#modules/streams/subscriptions';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { StreamNotifications } from './stream-notifications.service.js';

export interface StreamUpdate extends Omit<StreamChanges, 'permissions'> {
  permissions: Partial<Record<StreamPermission, GroupSettingUpdate | undefined>>;
}

@Injectable()
export class UpdateStreamService {
  constructor(
    private readonly changeStreamAccess: ChangeStreamAccess,
    private readonly changeStreamService: ChangeStreamService,
    private readonly groupSettingsAccess: GroupSettingsAccess,
    private readonly defaultStreamGroupsService: DefaultStreamGroupsService,
    private readonly streamAccessEvents: StreamAccessEvents,
    private readonly streamNotifications: StreamNotifications,
    private readonly database: Database,
  ) {}

  async update(actor: Actor, id: number, update: StreamUpdate): Promise<void> {
    await this.database.transaction(async () => {
      const stream = existing(await this.changeStreamService.lockWithReaders(actor.realmId, id));
      const accessed = await this.changeStreamAccess.requireAdministrable(actor, id);
      checkArchiving(stream, update.isArchived);
      const permissions = await this.permissions(stream, update.permissions);
      const changes = { ...update, permissions };
      await this.changeStreamAccess.check(actor, accessed, changes);
      const change = await this.changeStreamService.change(stream, changes);
      await this.streamAccessEvents.afterChange(change);
      await this.defaultStreamGroupsService.afterChange(change.after);
      await this.streamNotifications.notifyChange(actor, change.before, change.after);
    });
  }

  async archive(actor: Actor, id: number): Promise<void> {
    await this.database.transaction(async () => {
      const stream = existing(await this.changeStreamService.lock(actor.realmId, id));
      await this.changeStreamAccess.requireAdministrable(actor, id);
      if (stream.isArchived) throw ApiError.badRequest('The channel is already archived');
      await this.streamNotifications.notifyArchiving(actor, stream);
      const changes = { isArchived: true, isDefault: false };
      const { after } = await this.changeStreamService.change(stream, changes);
      await this.defaultStreamGroupsService.afterChange(after);
      await this.streamAccessEvents.afterArchiving(stream);
    });
  }

  private async permissions(
    { realmId, permissions: current }: Stream,
    updates: StreamUpdate['permissions'],
  ): Promise<Partial<StreamPermissions>> {
    const values: Partial<StreamPermissions> = {};
    for (const name of Object.keys(CHANNEL_PERMISSIONS) as StreamPermission[]) {
      const update = updates[name];
      if (!update) continue;
      checkExpectation(name, update, current[name]);
      values[name] = update.new;
    }
    return this.groupSettingsAccess.checked(realmId, CHANNEL_PERMISSIONS, values, current);
  }
}

function existing(stream: Stream | undefined): Stream {
  if (!stream) throw invalidStreamId();
  return stream;
}

/** Archiving is a separate operation; unarchiving is a change of `is_archived`. */
function checkArchiving(stream: Stream, isArchived: boolean | undefined): void {
  if (isArchived === true) throw ApiError.badRequest('is_archived can only be set to false');
  if (isArchived === false && !stream.isArchived) {
    throw ApiError.badRequest('The channel is not archived');
  }
}
