// Reminders: messages to which a user wants to return. The notification bot sends them (see delivery.service.ts).
import { Injectable } from '@nestjs/common';
import { Clock, fromSeconds } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import type { ReminderEntity } from './reminder.entity.js';
import { ReminderTexts } from './reminder-texts.service.js';
import { RemindersRepository } from './reminders.repository.js';
import { reminderView } from './reminders.view.js';
import { reminderEvent } from './scheduled.events.js';
import { enqueueDelivery } from './scheduled.jobs.js';

const MAX_REMINDERS = 1000;

export interface ReminderInput {
  messageId: number;
  /** UNIX seconds. */
  dueSeconds: number;
  /** Empty for none. */
  note: string;
}

@Injectable()
export class RemindersService {
  constructor(
    private readonly remindersRepository: RemindersRepository,
    private readonly reminderTexts: ReminderTexts,
    private readonly jobQueue: JobQueue,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  /** The texts do not contain messages that the actor can no longer read. Part of the register snapshot. */
  async list(actor: Actor): Promise<ReminderEntity[]> {
    return this.reminderTexts.readable(actor, await this.remindersRepository.findAll(actor.userId));
  }

  /** Returns the id. */
  async create(actor: Actor, { messageId, dueSeconds, note }: ReminderInput): Promise<number> {
    const { realmId, userId } = actor;
    const { content, renderedContent } = await this.reminderTexts.compose(actor, messageId, note);
    if (dueSeconds <= this.clock.seconds()) {
      throw ApiError.badRequest('The time of a reminder must be in the future');
    }
    const dueAt = fromSeconds(dueSeconds);
    const row = {
      realmId,
      userId,
      dueAt,
      targetMessageId: messageId,
      note,
      content,
      renderedContent,
    };
    return this.database.transaction(async () => {
      if ((await this.remindersRepository.lockAndCount(userId)) >= MAX_REMINDERS) {
        throw ApiError.badRequest(`There can be at most ${MAX_REMINDERS} reminders`);
      }
      const id = await this.remindersRepository.insert(row);
      enqueueDelivery(this.jobQueue, row, this.clock.now());
      const added = { op: 'add' as const, reminders: [reminderView({ ...row, id })] };
      this.eventLog.append(reminderEvent(realmId, added, Audience.user(userId)));
      return id;
    });
  }

  async delete({ realmId, userId }: Actor, id: number): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.remindersRepository.delete(userId, id))) {
        throw new ApiError('BAD_REQUEST', 404, 'There is no such reminder');
      }
      const removed = { op: 'remove', reminder_id: id } as const;
      this.eventLog.append(reminderEvent(realmId, removed, Audience.user(userId)));
    });
  }
}
