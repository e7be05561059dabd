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
  async notifyChanged(actor: Actor, before: Stream, after: Stream): Promise<void> {
    if (after.is_archived) return;
    const who = silentMention(actor);
    if (before.is_archived) await this.write(after, `${who} unarchived this channel.`);
    if (before.name !== after.name) {
      await this.write(after, `${who} renamed channel **${before.name}** to **${after.name}**.`);
    }
    if (before.description !== after.description) {
      await this.write(
        after,
        comparison(
          `${who} changed the description of this channel.`,
          `\n${quotedDescription(before.description)}`,
          `\n${quotedDescription(after.description)}`,
        ),
      );
    }
    const [oldAccess, newAccess] = [accessName(before), accessName(after)];
    if (oldAccess !== newAccess) {
      await this.write(
        after,
        `${who} changed the access permissions of this channel from **${oldAccess}** to **${newAccess}**.`,
      );
    }
    await this.postingChanged(who, before, after);
    if (before.message_retention_days !== after.message_retention_days) {
      await this.retentionChanged(who, before, after);
    }
  }

  /** Joins the current transaction, before the stream is archived. */
  async notifyArchiving(actor: Actor, stream: Stream): Promise<void> {
    await this.write(stream, `${silentMention(actor)} archived this channel.`);
  }

  private async postingChanged(who: string, before: Stream, after: Stream): Promise<void> {
    const old = before.permissions.can_send_message_group;
    const now = after.permissions.can_send_message_group;
    if (isSameGroupSetting(old, now)) return;
    const { realm_id: realmId } = after;
    await this.write(
      after,
      comparison(
        `${who} changed the posting permissions of this channel.`,
        ` ${await this.holders(realmId, old)}`,
        ` ${await this.holders(realmId, now)}`,
      ),
    );
  }

  private async retentionChanged(who: string, before: Stream, after: Stream): Promise<void> {
    const { message_retention_days: realmDays } = await this.realmsService.settings(after.realm_id);
    const text = ({ message_retention_days: days }: Stream): string =>
      days === null ? `${duration(realmDays)} (default of the organization)` : duration(days);
    await this.write(
      after,
      comparison(
        `${who} changed how long this channel keeps messages.`,
        ` ${text(before)}`,
        ` ${text(after)}`,
      ),
    );
  }

  private async holders(realmId: number, value: GroupSettingValue): Promise<string> {
    const { 'role:nobody': nobody } = await this.groupMembership.systemGroupIds(realmId);
    const groupIds = typeof value === 'number' ? [value] : value.direct_subgroups;
    const userIds = typeof value === 'number' ? [] : value.direct_members;
    const all = await this.groupsService.list(realmId, { includeDeactivated: true });
    const names = new Map(all.map((group) => [group.id, group.name]));
    const people = await this.usersService.findByIds(realmId, userIds);
    const parts = [
      ...groupIds.filter((id) => id !== nobody).map((id) => `@_*${names.get(id) ?? id}*`),
      ...people.map(({ fullName, id }) => silentMention({ fullName, userId: id })),
    ];
    return parts.length === 0 ? 'Nobody' : parts.join(', ');
  }

  private async write(stream: Stream, text: string): Promise<void> {
    const { send_channel_events_messages: wanted } = await this.realmsService.settings(
      stream.realm_id,
    );
    if (!wanted) return;
    const bot = await this.usersService.systemBot(stream.realm_id, 'notification-bot');
    const to = { stream, topic: channelEventsTopic(stream) };
    await this.sendMessageService.sendAs(bot, [{ to, content: text }]);
  }
}

function comparison(sentence: string, before: string, after: string): string {
  return `${sentence}\n\n* **Before:**${before}\n* **Now:**${after}`;
}

function accessName(stream: Stream): string {
  if (stream.is_web_public) return 'Web-public';
  if (!stream.invite_only) return 'Public';
  return stream.history_public_to_subscribers
    ? 'Private, shared history'
    : 'Private, protected history';
}

function duration(days: number): string {
  if (days === -1) return 'for ever';
  return days === 1 ? '1 day' : `${days} days`;
}
