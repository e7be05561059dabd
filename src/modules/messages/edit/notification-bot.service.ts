// The Notification Bot, writing into channels about what people did.
import { Injectable } from '@nestjs/common';
import { messageFlagsEvent } from '#modules/messages/flags';
import { SendMessageService } from '#modules/messages/send';
import type { Stream } from '#modules/streams/streams';
import { UsersService } from '#modules/users/users';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';

@Injectable()
export class NotificationBot {
  constructor(
    private readonly usersService: UsersService,
    private readonly sendMessageService: SendMessageService,
    private readonly eventLog: EventLog,
  ) {}

  async id(realmId: number): Promise<number> {
    return (await this.usersService.systemBot(realmId, 'notification-bot')).id;
  }

  /** Joins the present transaction. Returns the id of the message. */
  async write(stream: Stream, topic: string, text: string): Promise<number> {
    const bot = await this.usersService.systemBot(stream.realm_id, 'notification-bot');
    const to = { stream, topic };
    const [id] = await this.sendMessageService.sendAs(bot, [{ to, content: text }]);
    return id!;
  }

  /** For those who need not read what it wrote. Joins the present transaction. */
  tellRead(stream: Stream, messageId: number, userIds: number[]): void {
    if (userIds.length === 0) return;
    this.eventLog.append(
      messageFlagsEvent(
        stream.realm_id,
        { op: 'add', flag: 'read', messages: [messageId] },
        Audience.users(userIds),
      ),
    );
  }
}
