// Makes channels. Who may make which kind is decided here; who gets subscribed, by subscriptions.
import { Injectable } from '@nestjs/common';
import { GroupMembership } from '#modules/groups/group-membership.service.js';
import type { GroupSettingValue } from '#modules/groups/group-setting.service.js';
import { CHANNEL_PERMISSIONS } from '#modules/groups/groups.service.js';
import { MarkdownService } from '#modules/markdown/markdown.service.js';
import { RealmPermissions } from '#modules/realms/realm-permissions.access.js';
import { LIMITS, RealmsService } from '#modules/realms/realms.service.js';
import { Clock } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { checkedStreamDescription, checkedStreamName } from './stream-name.js';
import { STREAM_PERMISSION_NAMES, type StreamPermissions } from './stream-permissions.js';
import { type NewStream, StreamsRepository } from './streams.repository.js';
import type { Stream } from './streams.view.js';
import type { TopicsPolicy } from './topics-policy.js';

export { TOPICS_POLICIES, type TopicsPolicy } from './topics-policy.js';

/** Settings that all channels of one request get, when they are made. */
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
    private readonly repository: StreamsRepository,
    private readonly realms: RealmsService,
    private readonly realmPermissions: RealmPermissions,
    private readonly groups: GroupMembership,
    private readonly markdown: MarkdownService,
    private readonly clock: Clock,
  ) {}

  /** Throws unless the person may make channels of this kind. */
  async checkMayCreate(actor: Actor, settings: StreamSettings): Promise<void> {
    const permission = settings.isWebPublic
      ? 'can_create_web_public_channel_group'
      : settings.inviteOnly
        ? 'can_create_private_channel_group'
        : 'can_create_public_channel_group';
    if (settings.isWebPublic && settings.inviteOnly) {
      throw ApiError.badRequest('A private channel can not be web-public');
    }
    if (settings.folderId !== undefined) throw ApiError.badRequest('Invalid channel folder ID');
    const { enable_spectator_access } = await this.realms.settings(actor.realmId);
    if (settings.isWebPublic && !enable_spectator_access) {
      throw ApiError.badRequest('Web-public channels are not enabled');
    }
    await this.refuseUnless(this.realmPermissions.holds(actor, permission));
    if (settings.isDefault && (settings.inviteOnly || actor.role > Role.Administrator)) {
      throw ApiError.badRequest(
        settings.inviteOnly ? 'A default channel can not be private' : 'Insufficient permission',
      );
    }
    if (settings.messageRetentionDays !== null && actor.role !== Role.Owner) {
      throw ApiError.badRequest('Must be an organization owner');
    }
    if (settings.topicsPolicy !== 'inherit') {
      await this.refuseUnless(this.realmPermissions.holds(actor, 'can_set_topics_policy_group'));
    }
  }

  /**
   * Makes the channels whose names are still free and returns them. Joins the present transaction;
   * announces nothing. `creatorId` is null for those that the server makes.
   */
  async create(
    realmId: number,
    creatorId: number | null,
    streams: { name: string; description: string }[],
    settings: StreamSettings,
  ): Promise<Stream[]> {
    const permissions = await this.permissions(realmId, creatorId, settings.permissions);
    const rows = streams.map(({ name, description }): NewStream => {
      const checked = checkedStreamDescription(description, LIMITS.max_stream_description_length);
      return {
        name: checkedStreamName(name, LIMITS.max_stream_name_length),
        description: checked,
        renderedDescription: this.markdown.render(checked),
        inviteOnly: settings.inviteOnly,
        isWebPublic: settings.isWebPublic,
        historyPublicToSubscribers:
          !settings.inviteOnly ||
          settings.isWebPublic ||
          (settings.historyPublicToSubscribers ?? false),
        messageRetentionDays: settings.messageRetentionDays,
        topicsPolicy: settings.topicsPolicy,
        isDefault: settings.isDefault,
        permissions,
      };
    });
    return this.repository.insert(realmId, creatorId, this.clock.now(), rows);
  }

  private async refuseUnless(permitted: Promise<boolean>): Promise<void> {
    if (!(await permitted)) throw ApiError.badRequest('Insufficient permission');
  }

  private async permissions(
    realmId: number,
    creatorId: number | null,
    given: Partial<StreamPermissions>,
  ): Promise<StreamPermissions> {
    const ids = await this.groups.systemGroupIds(realmId);
    const creator: GroupSettingValue =
      creatorId === null
        ? ids['role:nobody']
        : { direct_members: [creatorId], direct_subgroups: [] };
    const entries = STREAM_PERMISSION_NAMES.map((name) => {
      const holder = CHANNEL_PERMISSIONS[name].defaultHolder;
      return [name, given[name] ?? (holder === 'channel_creator' ? creator : ids[holder])];
    });
    return Object.fromEntries(entries) as StreamPermissions;
  }
}
