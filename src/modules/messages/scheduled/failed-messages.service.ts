// The failure of a scheduled message. The message remains in the list of its sender, and the notification bot
// sends the reason to the sender.
import { Injectable } from '@nestjs/common';
import { SendMessageService } from '#modules/messages/send';
import { UsersService } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { scheduledMessageEvent } from './scheduled.events.js';
import type { ScheduledMessageEntity } from './scheduled-message.entity.js';
import { ScheduledMessagesRepository } from './scheduled-messages.repository.js';
import { failureText, scheduledMessageView } from './scheduled-messages.view.js';

@Injectable()
export class FailedMessages {
  constructor(
    private readonly scheduledMessagesRepository: ScheduledMessagesRepository,
    private readonly sendMessageService: SendMessageService,
    private readonly usersService: UsersService,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  /** Joins the current transaction, if any. Does nothing if the message was sent, changed or deleted. */
  async fail(row: ScheduledMessageEntity, reason: string): Promise<void> {
    const { id, realmId, userId } = row;
    await this.database.transaction(async () => {
      if (!(await this.scheduledMessagesRepository.markFailed(id, row.dueAt))) return;
      const failed = Object.assign(row, { hasFailed: true });
      const updated = { op: 'update', scheduled_message: scheduledMessageView(failed) } as const;
      this.eventLog.append(scheduledMessageEvent(realmId, updated, Audience.user(userId)));
      const [user] = await this.usersService.findByIds(realmId, [userId]);
      const bot = await this.usersService.systemBot(realmId, 'notification-bot');
      const content = failureText(row, reason);
      await this.sendMessageService.sendAs(bot, [{ to: user!, content }]);
    });
  }
}
