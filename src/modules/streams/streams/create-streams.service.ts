// Inserts streams with their group settings. Permissions are checked by CreateStreamsAccess, and
// subscribers are added by the subscriptions module.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import {
  CHANNEL_PERMISSIONS,
  GroupMembership,
  GroupSettingsAccess,
  type GroupSettingValue,
} from '#modules/groups/groups';
import { Descriptions } from '#modules/markdown/markdown';
import { LIMITS } from '#modules/realms/realms';
import { ChannelFoldersAccess } from '#modules/streams/folders';
import { Clock } from '#platform/clock.js';
import { TimeSlices } from '#platform/time-slices.js';
import { auditedStream } from './audited-stream.js';
import { checkTopicCreation } from './stream-changes.js';
import { checkedStreamDescription, checkedStreamName } from './stream-name.js';
import { STREAM_PERMISSION_NAMES, type StreamPermissions } from './stream-permissions.js';
import { type NewStream, type Stream, StreamsRepository } from './streams.repository.js';
import type { TopicsPolicy } from './topics-policy.js';

/** Settings shared by all streams that one request creates. */
export interface StreamSettings {
  inviteOnly: boolean;
  isWebPublic: boolean;
  isDefault: boolean;
  historyPublicToSubscribers: boolean | undefined;
  messageRetentionDays: number | null;
  topicsPolicy: TopicsPolicy;
  folderId: number | undefined;
  permissions: Partial<StreamPermissions>;
}

export const PLAIN_STREAM: StreamSettings = {
  inviteOnly: false,
  isWebPublic: false,
  isDefault: false,
  historyPublicToSubscribers: undefined,
  messageRetentionDays: null,
  topicsPolicy: 'inherit',
  folderId: undefined,
  permissions: {},
};

@Injectable()
export class CreateStreamsService {
  constructor(
    private readonly streamsRepository: StreamsRepository,
    private readonly groupMembership: GroupMembership,
    private readonly groupSettingsAccess: GroupSettingsAccess,
    private readonly channelFoldersAccess: ChannelFoldersAccess,
    private readonly descriptions: Descriptions,
    private readonly auditLog: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates the streams whose names are not taken, and returns them. Joins the current transaction and
   * publishes no events. `creatorId` is null for streams that the server creates.
   */
  async create(
    realmId: number,
    creatorId: number | null,
    streams: { name: string; description: string }[],
    settings: StreamSettings,
  ): Promise<Stream[]> {
    const permissions = await this.permissions(realmId, creatorId, settings.permissions);
    const { folderId } = settings;
    if (folderId !== undefined) await this.channelFoldersAccess.checkUsable(realmId, folderId);
    const historyIsOpen = !settings.inviteOnly || (settings.historyPublicToSubscribers ?? false);
    const { 'role:everyone': everyone } = await this.groupMembership.systemGroupIds(realmId);
    checkTopicCreation({ historyPublicToSubscribers: historyIsOpen, permissions }, everyone);
    const rows: NewStream[] = [];
    const slices = new TimeSlices();
    for (const { name, description } of streams) {
      if (slices.isOver) await slices.next();
      const checked = checkedStreamDescription(description, LIMITS.max_stream_description_length);
      rows.push({
        name: checkedStreamName(name, LIMITS.max_stream_name_length),
        description: checked,
        renderedDescription: await this.descriptions.render(realmId, checked),
        inviteOnly: settings.inviteOnly,
        isWebPublic: settings.isWebPublic,
        historyPublicToSubscribers: historyIsOpen,
        messageRetentionDays: settings.messageRetentionDays,
        topicsPolicy: settings.topicsPolicy,
        isDefault: settings.isDefault,
        folderId: settings.folderId ?? null,
        permissions,
      });
    }
    const created = await this.streamsRepository.insert(realmId, creatorId, this.clock.now(), rows);
    for (const stream of created) {
      this.auditLog.record(realmId, {
        kind: 'channel.created',
        targetIds: [stream.id],
        after: auditedStream(stream),
      });
    }
    return created;
  }

  private async permissions(
    realmId: number,
    creatorId: number | null,
    values: Partial<StreamPermissions>,
  ): Promise<StreamPermissions> {
    const ids = await this.groupMembership.systemGroupIds(realmId);
    const chosen = await this.groupSettingsAccess.checked(realmId, CHANNEL_PERMISSIONS, values);
    const creator: GroupSettingValue =
      creatorId === null
        ? ids['role:nobody']
        : { direct_members: [creatorId], direct_subgroups: [] };
    const entries = STREAM_PERMISSION_NAMES.map((name) => {
      const holder = CHANNEL_PERMISSIONS[name].defaultHolder;
      return [name, chosen[name] ?? (holder === 'channel_creator' ? creator : ids[holder])];
    });
    return Object.fromEntries(entries) as StreamPermissions;
  }
}
