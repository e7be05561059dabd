// The texts of reminders. They quote a message only as long as the user can read it.
import { Injectable } from '@nestjs/common';
import { type AccessedMessage, MessagesAccess } from '#modules/messages/messages';
import { RenderMessageService } from '#modules/messages/render';
import { StreamsAccess } from '#modules/streams/streams';
import { UsersService } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import type { ReminderEntity } from './reminder.entity.js';
import {
  reminderText,
  type RemindedMessage,
  unreadableReminderText,
} from './reminder-text.view.js';
import type { LocatedReminder } from './reminders.repository.js';

@Injectable()
export class ReminderTexts {
  constructor(
    private readonly messagesAccess: MessagesAccess,
    private readonly renderMessageService: RenderMessageService,
    private readonly streamsAccess: StreamsAccess,
    private readonly usersService: UsersService,
  ) {}

  /** Throws if the actor cannot read the message. */
  async compose(
    actor: Actor,
    messageId: number,
    note: string,
  ): Promise<Pick<ReminderEntity, 'content' | 'renderedContent'>> {
    const accessed = await this.messagesAccess.requireReadable(actor, messageId);
    const content = reminderText(await this.reminded(actor, accessed), note);
    const [rendered] = await this.renderMessageService.render(actor, [content]);
    return { content, renderedContent: rendered!.html };
  }

  /** The text with the message as it is now. */
  async current(actor: Actor, { targetMessageId, note }: ReminderEntity): Promise<string> {
    try {
      const accessed = await this.messagesAccess.requireReadable(actor, targetMessageId);
      return reminderText(await this.reminded(actor, accessed), note);
    } catch (error) {
      if (error instanceof ApiError) return unreadableReminderText(note);
      throw error;
    }
  }

  /** Replaces the texts with messages that the actor can no longer read. */
  async readable(actor: Actor, reminders: LocatedReminder[]): Promise<ReminderEntity[]> {
    const streamIds = new Set(reminders.flatMap(({ streamId }) => streamId ?? []));
    const visible =
      streamIds.size === 0 ? [] : await this.streamsAccess.findVisibleByIds(actor, [...streamIds]);
    const channels = new Map(visible.map((accessed) => [accessed.stream.id, accessed]));
    const isReadable = ({ exists, streamId, isReceived }: LocatedReminder): boolean => {
      if (!exists || streamId === null) return exists && isReceived;
      const channel = channels.get(streamId);
      return channel?.canSeeContent === true && (isReceived || channel.canSeeHistory);
    };
    const hidden = new Set(reminders.filter((reminder) => !isReadable(reminder)));
    if (hidden.size === 0) return reminders;
    const texts = [...hidden].map(({ note }) => unreadableReminderText(note));
    const rendered = await this.renderMessageService.render(actor, texts);
    for (const [index, reminder] of [...hidden].entries()) {
      reminder.content = texts[index]!;
      reminder.renderedContent = rendered[index]!.html;
    }
    return reminders;
  }

  private async reminded(
    { realmId, userId }: Actor,
    { message, channel }: AccessedMessage,
  ): Promise<RemindedMessage> {
    const [sender] = await this.usersService.findByIds(realmId, [message.senderId]);
    return {
      id: message.id,
      sender: { fullName: sender!.fullName, userId: sender!.id },
      content: message.content,
      place: channel
        ? { stream: channel.stream, topic: message.topic }
        : { userIds: message.userIds ?? [userId] },
    };
  }
}
