// Flags of messages in channels that users leave, lose access to or regain access to. Where a user is
// not subscribed, nothing is unread; without access, nothing is starred either: clients would count
// messages that they do not show.
import { Injectable } from '@nestjs/common';
import type { UserMessageGroup } from '#modules/messages/user-messages';
import type { Stream } from '#modules/streams/streams';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ResumableJobs } from '#platform/jobs/resumable-jobs.js';
import { messageFlagsEvent } from './message-flags.events.js';
import { markChannelsRead, type MarkingRead } from './message-flags.jobs.js';
import { MessageFlagsRepository, type UserRecipient } from './message-flags.repository.js';

/** Limits of one batch. */
const MAX_USERS = 100;
const MAX_USER_MESSAGES = 10_000;

interface LostStream {
  stream: Stream;
  /** The users who can no longer read its content. */
  lostContent: number[];
}

interface ReopenedStream {
  stream: Stream;
  /** The users who can read it now and perhaps could not before. */
  openTo: number[];
}

@Injectable()
export class ChannelAccessFlags {
  constructor(
    private readonly messageFlagsRepository: MessageFlagsRepository,
    private readonly resumableJobs: ResumableJobs,
    private readonly eventLog: EventLog,
    private readonly database: Database,
  ) {}

  /** Marks messages as read permanently and hides stars. Joins the current transaction. */
  async afterLoss(realmId: number, lost: LostStream[]): Promise<void> {
    await this.markRead(realmId, recipientsOf(lost));
    await this.hideStars(realmId, lost);
  }

  /**
   * Marks messages as read permanently: at once for few users and messages, otherwise in a job. Joins the
   * current transaction.
   */
  async markRead(realmId: number, recipients: UserRecipient[]): Promise<void> {
    if (recipients.length === 0) return;
    const marking = await this.upToNewest(realmId, recipients);
    const left = marking && (await this.markNext(marking));
    this.database.beforeCommit(() => this.markLate(realmId, recipients, Boolean(left)));
  }

  /**
   * A message that is being sent may have chosen its receivers before this transaction changed them. Once
   * the event log is held, such messages are committed, or are sent again with the new receivers.
   */
  private async markLate(
    realmId: number,
    recipients: UserRecipient[],
    isMore: boolean,
  ): Promise<void> {
    await this.eventLog.hold(realmId);
    const marking = await this.upToNewest(realmId, recipients);
    const state = marking && !isMore ? await this.markNext(marking) : marking;
    if (state) await this.resumableJobs.start(markChannelsRead, { realmId, state });
  }

  private async upToNewest(
    realmId: number,
    recipients: UserRecipient[],
  ): Promise<MarkingRead | null> {
    const upToMessageId = await this.messageFlagsRepository.newestId(recipients);
    return upToMessageId === null ? null : { realmId, recipients, upToMessageId };
  }

  /** Returns the remaining work after one batch, or null at the end. Joins the current transaction. */
  async markNext(marking: MarkingRead): Promise<MarkingRead | null> {
    const { realmId, recipients, upToMessageId } = marking;
    const marked = await this.messageFlagsRepository.markRead(
      recipients.slice(0, MAX_USERS),
      upToMessageId,
      MAX_USER_MESSAGES,
    );
    this.publish(realmId, 'add', 'read', marked);
    const count = marked.reduce(
      (sum, { messageIds, userIds }) => sum + messageIds.length * userIds.length,
      0,
    );
    const left = count < MAX_USER_MESSAGES ? recipients.slice(MAX_USERS) : recipients;
    return left.length === 0 ? null : { ...marking, recipients: left };
  }

  /** Joins the current transaction. */
  async hideStars(realmId: number, lost: LostStream[]): Promise<void> {
    const recipients = recipientsOf(lost);
    if (recipients.length === 0) return;
    const starred = await this.messageFlagsRepository.starred(recipients);
    this.publish(realmId, 'remove', 'starred', starred);
  }

  /** Shows stars again. Joins the current transaction. */
  async afterGain(realmId: number, reopened: ReopenedStream[]): Promise<void> {
    const recipients = reopened.flatMap(({ stream, openTo }) =>
      openTo.map((userId) => ({ userId, recipientId: stream.recipientId })),
    );
    if (recipients.length === 0) return;
    const starred = await this.messageFlagsRepository.starred(recipients);
    this.publish(realmId, 'add', 'starred', starred);
  }

  private publish(
    realmId: number,
    op: 'add' | 'remove',
    flag: string,
    groups: UserMessageGroup[],
  ): void {
    for (const { messageIds, userIds } of groups) {
      const change = { op, flag, messages: messageIds };
      this.eventLog.append(messageFlagsEvent(realmId, change, Audience.users(userIds)));
    }
  }
}

function recipientsOf(lost: LostStream[]): UserRecipient[] {
  return lost.flatMap(({ stream, lostContent }) =>
    lostContent.map((userId) => ({ userId, recipientId: stream.recipientId })),
  );
}
