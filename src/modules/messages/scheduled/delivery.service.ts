// Delivers scheduled messages and reminders. The message and the end of its row are one transaction, so a
// killed process neither loses nor repeats a message. Transactions of a realm deliver one after the other,
// which preserves the order of the due times, and each delivers several messages, which share a commit.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { type PreparedMessage, SendMessageService } from '#modules/messages/send';
import { AttachmentReferencesService } from '#modules/uploads/attachments';
import { actorOf, UsersService, type UserSummary } from '#modules/users/users';
import { Clock, fromSeconds } from '#platform/clock.js';
import { GroupCommit } from '#platform/database/group-commit.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import { DueRepository } from './due.repository.js';
import { FailedMessages } from './failed-messages.service.js';
import type { ReminderEntity } from './reminder.entity.js';
import { ReminderTexts } from './reminder-texts.service.js';
import { reminderEvent, scheduledMessageEvent } from './scheduled.events.js';
import { RemindersRepository } from './reminders.repository.js';
import type { ScheduledMessageEntity } from './scheduled-message.entity.js';
import { ScheduledMessagesRepository } from './scheduled-messages.repository.js';

/** Deliveries in one transaction. */
const BATCH = 25;
/** Messages that are later than this fail. */
const MAX_DELAY_MS = 10 * 60 * 1000;

@Injectable()
export class DeliveryService {
  constructor(
    private readonly dueRepository: DueRepository,
    private readonly scheduledMessagesRepository: ScheduledMessagesRepository,
    private readonly remindersRepository: RemindersRepository,
    private readonly failedMessages: FailedMessages,
    private readonly reminderTexts: ReminderTexts,
    private readonly sendMessageService: SendMessageService,
    private readonly attachmentReferencesService: AttachmentReferencesService,
    private readonly usersService: UsersService,
    private readonly groupCommit: GroupCommit,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {}

  /**
   * Delivers everything in the realm that is due now, or by `dueMs` (UNIX milliseconds) if the clock of this
   * machine is behind.
   */
  async deliver(realmId: number, signal: AbortSignal, dueMs = 0): Promise<void> {
    const until = fromSeconds(Math.max(this.clock.now().getTime(), dueMs) / 1000);
    while (await this.deliverMessages(realmId, until, BATCH)) signal.throwIfAborted();
    while (await this.deliverReminders(realmId, until)) signal.throwIfAborted();
  }

  async sweep(signal: AbortSignal): Promise<void> {
    for (const realmId of await this.dueRepository.findRealms(this.clock.now())) {
      await this.deliver(realmId, signal);
    }
  }

  /** Returns whether there may be more. */
  private async deliverMessages(realmId: number, until: Date, limit: number): Promise<boolean> {
    let rows: ScheduledMessageEntity[] = [];
    try {
      await this.groupCommit.runAlone(async () => {
        await this.dueRepository.lockRealm(realmId);
        rows = await this.dueRepository.lockMessages(realmId, until, limit);
        const users = await this.usersById(realmId, rows);
        await this.deliverBatch(realmId, rows, users);
      });
    } catch (error) {
      if (rows.length === 0) throw error;
      if (limit > 1) return this.deliverMessagesOneByOne(realmId, until, rows.length);
      this.logger.error({ err: error, id: rows[0]!.id }, 'A scheduled message cannot be sent');
      await this.failedMessages.fail(rows[0]!, 'Internal server error');
    }
    return rows.length > 0;
  }

  /** After a failure that ended the transaction of several messages. */
  private async deliverMessagesOneByOne(
    realmId: number,
    until: Date,
    count: number,
  ): Promise<boolean> {
    for (let n = 0; n < count; n++) await this.deliverMessages(realmId, until, 1);
    return true;
  }

  /** Messages are prepared together, because their queries can be sent together, and sent in their order. */
  private async deliverBatch(
    realmId: number,
    rows: ScheduledMessageEntity[],
    users: ReadonlyMap<number, UserSummary>,
  ): Promise<void> {
    const now = this.clock.now();
    const prepared = await Promise.all(
      rows.map((row) => this.prepare(row, users.get(row.userId)!, now)),
    );
    const sentIds: number[] = [];
    for (const [index, row] of rows.entries()) {
      const message = prepared[index]!;
      if (typeof message === 'string') {
        await this.failedMessages.fail(row, message);
        continue;
      }
      const { id, userId, clientName } = row;
      await this.sendMessageService.sendPrepared(actorOf(users.get(userId)!, clientName), message);
      const removed = { op: 'remove', scheduled_message_id: id } as const;
      this.eventLog.append(scheduledMessageEvent(realmId, removed, Audience.user(userId)));
      sentIds.push(id);
    }
    if (sentIds.length === 0) return;
    await this.attachmentReferencesService.releaseScheduled(realmId, sentIds);
    await this.scheduledMessagesRepository.markSent(sentIds, now);
  }

  /** Returns the message, or the reason why it cannot be sent. */
  private async prepare(
    row: ScheduledMessageEntity,
    user: UserSummary,
    now: Date,
  ): Promise<PreparedMessage | string> {
    if (now.getTime() - row.dueAt.getTime() > MAX_DELAY_MS) {
      return 'The message could not be sent at the scheduled time';
    }
    if (!user.isActive) return 'Your account was deactivated at the scheduled time';
    try {
      return await this.sendMessageService.prepare(actorOf(user, row.clientName), {
        ...(row.streamId === null
          ? { type: 'direct', to: row.userIds! }
          : { type: 'channel', to: row.streamId, topic: row.topic }),
        content: row.content,
        readBySender: row.readBySender,
      });
    } catch (error) {
      if (error instanceof ApiError) return error.message;
      throw error;
    }
  }

  /** Returns whether there may be more. Reminders are delivered however late they are. */
  private deliverReminders(realmId: number, until: Date): Promise<boolean> {
    return this.groupCommit.runAlone(async () => {
      await this.dueRepository.lockRealm(realmId);
      const rows = await this.dueRepository.lockReminders(realmId, until, BATCH);
      if (rows.length === 0) return false;
      const users = await this.usersById(realmId, rows);
      const bot = await this.usersService.systemBot(realmId, 'notification-bot');
      for (const row of rows) await this.deliverReminder(row, users.get(row.userId)!, bot);
      return true;
    });
  }

  private async deliverReminder(
    row: ReminderEntity,
    user: UserSummary,
    bot: UserSummary,
  ): Promise<void> {
    const { id, realmId, userId } = row;
    const content = await this.reminderTexts.current(actorOf(user), row);
    await this.sendMessageService.sendAs(bot, [{ to: user, content }]);
    await this.remindersRepository.delete(userId, id);
    const removed = { op: 'remove', reminder_id: id } as const;
    this.eventLog.append(reminderEvent(realmId, removed, Audience.user(userId)));
  }

  private async usersById(
    realmId: number,
    rows: { userId: number }[],
  ): Promise<Map<number, UserSummary>> {
    const ids = [...new Set(rows.map(({ userId }) => userId))];
    const users = ids.length === 0 ? [] : await this.usersService.findByIds(realmId, ids);
    return new Map(users.map((user) => [user.id, user]));
  }
}
