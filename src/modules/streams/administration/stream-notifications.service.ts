// Messages of the Notification Bot in a stream about changes of the stream.
import { Injectable } from '@nestjs/common';
import {
  GroupMembership,
  type GroupSettingValue,
  GroupsService,
  isSameGroupSetting,
} from '#modules/groups/groups';
import {
  channelEventsTopic,
  quotedDescription,
  SendMessageService,
  silentMention,
} from '#modules/messages/send';
import { RealmsService } from '#modules/realms/realms';
import type { Stream } from '#modules/streams/streams';
import { UsersService } from '#modules/users/users';
import type { Actor } from '#platform/http/actor.js';

@Injectable()
export class StreamNotifications {
  constructor(
    private readonly sendMessageService: SendMessageService,
    private readonly usersService: UsersService,
    private readonly realmsService: RealmsService,
    private readonly groupsService: GroupsService,
    private readonly groupMembership: GroupMembership,
  ) {}

  /** Joins the current transaction, after the change. */
  async notifyChange(actor: Actor, before: Stream, after: Stream): Promise<void> {
    if (after.isArchived) return;
    const actorMention = silentMention(actor);
    if (before.isArchived) await this.send(after, `${actorMention} unarchived this channel.`);
    if (before.name !== after.name) {
      await this.send(
        after,
        `${actorMention} renamed channel **${before.name}** to **${after.name}**.`,
      );
    }
    if (before.description !== after.description) {
      await this.send(
        after,
        comparison(
          `${actorMention} changed the description of this channel.`,
          `\n${quotedDescription(before.description)}`,
          `\n${quotedDescription(after.description)}`,
        ),
      );
    }
    const [oldAccess, newAccess] = [accessName(before), accessName(after)];
    if (oldAccess !== newAccess) {
      await this.send(
        after,
        `${actorMention} changed the access permissions of this channel from **${oldAccess}** to **${newAccess}**.`,
      );
    }
    await this.notifyPostingChange(actorMention, before, after);
    if (before.messageRetentionDays !== after.messageRetentionDays) {
      await this.notifyRetentionChange(actorMention, before, after);
    }
  }

  /** Joins the current transaction, before the stream is archived. */
  async notifyArchiving(actor: Actor, stream: Stream): Promise<void> {
    await this.send(stream, `${silentMention(actor)} archived this channel.`);
  }

  private async notifyPostingChange(
    actorMention: string,
    before: Stream,
    after: Stream,
  ): Promise<void> {
    const old = before.permissions.can_send_message_group;
    const now = after.permissions.can_send_message_group;
    if (isSameGroupSetting(old, now)) return;
    const { realmId } = after;
    await this.send(
      after,
      comparison(
        `${actorMention} changed the posting permissions of this channel.`,
        ` ${await this.describeHolders(realmId, old)}`,
        ` ${await this.describeHolders(realmId, now)}`,
      ),
    );
  }

  private async notifyRetentionChange(
    actorMention: string,
    before: Stream,
    after: Stream,
  ): Promise<void> {
    const { message_retention_days: realmDays } = await this.realmsService.settings(after.realmId);
    const text = ({ messageRetentionDays: days }: Stream): string =>
      days === null ? `${duration(realmDays)} (default of the organization)` : duration(days);
    await this.send(
      after,
      comparison(
        `${actorMention} changed the message retention period of this channel.`,
        ` ${text(before)}`,
        ` ${text(after)}`,
      ),
    );
  }

  private async describeHolders(realmId: number, value: GroupSettingValue): Promise<string> {
    const { 'role:nobody': emptyGroupId } = await this.groupMembership.systemGroupIds(realmId);
    const groupIds = typeof value === 'number' ? [value] : value.direct_subgroups;
    const userIds = typeof value === 'number' ? [] : value.direct_members;
    const all = await this.groupsService.list(realmId, { includeDeactivated: true });
    const names = new Map(all.map((group) => [group.id, group.name]));
    const people = await this.usersService.findByIds(realmId, userIds);
    const parts = [
      ...groupIds.filter((id) => id !== emptyGroupId).map((id) => `@_*${names.get(id) ?? id}*`),
      ...people.map(({ fullName, id }) => silentMention({ fullName, userId: id })),
    ];
    return parts.length === 0 ? 'Nobody' : parts.join(', ');
  }

  private async send(stream: Stream, text: string): Promise<void> {
    const { send_channel_events_messages: isEnabled } = await this.realmsService.settings(
      stream.realmId,
    );
    if (!isEnabled) return;
    const bot = await this.usersService.systemBot(stream.realmId, 'notification-bot');
    const to = { stream, topic: channelEventsTopic(stream) };
    await this.sendMessageService.sendAs(bot, [{ to, content: text }]);
  }
}

function comparison(sentence: string, before: string, after: string): string {
  return `${sentence}\n\n* **Before:**${before}\n* **Now:**${after}`;
}

function accessName(stream: Stream): string {
  if (stream.isWebPublic) return 'Web-public';
  if (!stream.inviteOnly) return 'Public';
  return stream.historyPublicToSubscribers
    ? 'Private, shared history'
    : 'Private, protected history';
}

function duration(days: number): string {
  if (days === -1) return 'forever';
  return days === 1 ? '1 day' : `${days} days`;
}
