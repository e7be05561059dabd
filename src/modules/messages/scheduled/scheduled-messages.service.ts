// Scheduled messages of a user. They are checked when they are scheduled, as if they were sent, and again when
// they are sent (see delivery.service.ts). Until then they can be changed and deleted.
import { Injectable } from '@nestjs/common';
import { type PreparedMessage, isInteractive, SendMessageService } from '#modules/messages/send';
import { AttachmentReferencesService } from '#modules/uploads/attachments';
import { Clock, fromSeconds } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { enqueueDelivery } from './scheduled.jobs.js';
import { scheduledMessageEvent } from './scheduled.events.js';
import type { ScheduledMessageEntity } from './scheduled-message.entity.js';
import { ScheduledMessagesRepository } from './scheduled-messages.repository.js';
import { scheduledMessageView } from './scheduled-messages.view.js';

const MAX_SCHEDULED = 1000;
/** How long the server remembers that a message was sent. */
const REMEMBERED_SECONDS = 30 * 24 * 3600;
const BATCH = 1000;

interface MessageText {
  isChannel: boolean;
  /** The id of a channel or the ids of users. */
  to: number | number[];
  /** For channels. */
  topic?: string | undefined;
  content: string;
}

export interface ScheduledMessageInput extends MessageText {
  /** UNIX seconds. */
  dueSeconds: number;
  /** Defaults to true for interactive clients, unless the sender is the only recipient. */
  readBySender?: boolean | undefined;
}

export type ScheduledMessageChanges = {
  [Name in keyof Omit<ScheduledMessageInput, 'readBySender'>]?:
    | ScheduledMessageInput[Name]
    | undefined;
};

@Injectable()
export class ScheduledMessagesService {
  constructor(
    private readonly scheduledMessagesRepository: ScheduledMessagesRepository,
    private readonly sendMessageService: SendMessageService,
    private readonly attachmentReferencesService: AttachmentReferencesService,
    private readonly jobQueue: JobQueue,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  list({ userId }: Actor): Promise<ScheduledMessageEntity[]> {
    return this.scheduledMessagesRepository.findAll(userId);
  }

  /** Returns the id. */
  async create(actor: Actor, input: ScheduledMessageInput): Promise<number> {
    const { realmId, userId, clientName } = actor;
    const dueAt = this.dueAt(input.dueSeconds);
    const message = await this.check(actor, input);
    const addressed = addressedTo(userId, message);
    return this.database.transaction(async () => {
      if ((await this.scheduledMessagesRepository.lockAndCount(userId)) >= MAX_SCHEDULED) {
        throw ApiError.badRequest(`There can be at most ${MAX_SCHEDULED} scheduled messages`);
      }
      const row = {
        realmId,
        userId,
        dueAt,
        ...addressed,
        clientName,
        readBySender:
          input.readBySender ?? (isInteractive(clientName) && addressed.userIds?.[0] !== userId),
        hasFailed: false,
        sentAt: null,
      };
      const id = await this.scheduledMessagesRepository.insert(row);
      await this.claimAttachments(realmId, id, message);
      enqueueDelivery(this.jobQueue, row, this.clock.now());
      const scheduled = [scheduledMessageView({ ...row, id })];
      const added = { op: 'add' as const, scheduled_messages: scheduled };
      this.eventLog.append(scheduledMessageEvent(realmId, added, Audience.user(userId)));
      return id;
    });
  }

  async edit(actor: Actor, id: number, changes: ScheduledMessageChanges): Promise<void> {
    const { realmId, userId } = actor;
    if (Object.values(changes).every((value) => value === undefined)) {
      throw ApiError.badRequest('Nothing to change');
    }
    checkRecipientChange(changes);
    await this.database.transaction(async () => {
      const existing = await this.scheduledMessagesRepository.lock(userId, id);
      if (!existing) throw noSuchMessage();
      if (existing.sentAt) throw ApiError.badRequest('The scheduled message was already sent');
      const { dueSeconds } = changes;
      if (existing.hasFailed && dueSeconds === undefined) {
        throw ApiError.badRequest('A message that was not sent needs a new time');
      }
      const dueAt = dueSeconds === undefined ? existing.dueAt : this.dueAt(dueSeconds);
      const text = changedText(existing, changes);
      const message = text && (await this.check(actor, text));
      const changed = {
        ...(message && addressedTo(userId, message)),
        dueAt,
        hasFailed: false,
      };
      await this.scheduledMessagesRepository.update(id, changed);
      if (message) await this.claimAttachments(realmId, id, message);
      const row = Object.assign(existing, changed);
      if (dueSeconds !== undefined) enqueueDelivery(this.jobQueue, row, this.clock.now());
      const updated = { op: 'update', scheduled_message: scheduledMessageView(row) } as const;
      this.eventLog.append(scheduledMessageEvent(realmId, updated, Audience.user(userId)));
    });
  }

  async delete({ realmId, userId }: Actor, id: number): Promise<void> {
    await this.database.transaction(async () => {
      const existing = await this.scheduledMessagesRepository.lock(userId, id);
      if (!existing || existing.sentAt) throw noSuchMessage();
      await this.attachmentReferencesService.claimForScheduled(realmId, id, []);
      await this.scheduledMessagesRepository.delete(id);
      const removed = { op: 'remove', scheduled_message_id: id } as const;
      this.eventLog.append(scheduledMessageEvent(realmId, removed, Audience.user(userId)));
    });
  }

  async forgetSent(): Promise<void> {
    const before = this.clock.ago(REMEMBERED_SECONDS);
    while ((await this.scheduledMessagesRepository.deleteSentBefore(before, BATCH)) === BATCH);
  }

  private dueAt(seconds: number): Date {
    if (seconds > this.clock.seconds()) return fromSeconds(seconds);
    throw ApiError.badRequest('The time of a scheduled message must be in the future');
  }

  private check(
    actor: Actor,
    { isChannel, to, topic, content }: MessageText,
  ): Promise<PreparedMessage> {
    return this.sendMessageService.prepare(actor, {
      type: isChannel ? 'channel' : 'direct',
      to,
      topic,
      content,
    });
  }

  private async claimAttachments(
    realmId: number,
    id: number,
    { rendered }: PreparedMessage,
  ): Promise<void> {
    await this.attachmentReferencesService.claimForScheduled(realmId, id, rendered.attachments);
  }
}

type Addressed = Pick<
  ScheduledMessageEntity,
  'streamId' | 'userIds' | 'topic' | 'content' | 'renderedContent'
>;

function addressedTo(userId: number, { recipient, content, rendered }: PreparedMessage): Addressed {
  const texts = { content, renderedContent: rendered.html };
  if (!('users' in recipient)) {
    return { streamId: recipient.stream.id, userIds: null, topic: recipient.topic, ...texts };
  }
  const others = recipient.users.map(({ id }) => id).filter((id) => id !== userId);
  const userIds = others.length === 0 ? [userId] : others;
  return { streamId: null, userIds, topic: '', ...texts };
}

function checkRecipientChange({ isChannel, to, topic }: ScheduledMessageChanges): void {
  if (isChannel !== undefined && to === undefined) {
    throw ApiError.badRequest('A new type requires new recipients');
  }
  if (isChannel === true && topic === undefined) throw ApiError.badRequest('Missing topic');
}

/** The message after the changes; undefined if only its time changes. */
function changedText(
  existing: ScheduledMessageEntity,
  { isChannel, to, topic, content }: ScheduledMessageChanges,
): MessageText | undefined {
  const isForChannel = isChannel ?? existing.streamId !== null;
  const changesTopic = isForChannel && topic !== undefined;
  if (to === undefined && content === undefined && !changesTopic) return undefined;
  return {
    isChannel: isForChannel,
    to: to ?? existing.streamId ?? existing.userIds!,
    topic: isForChannel ? (topic ?? existing.topic) : undefined,
    content: content ?? existing.content,
  };
}

function noSuchMessage(): ApiError {
  return new ApiError('BAD_REQUEST', 404, 'There is no such scheduled message');
}
