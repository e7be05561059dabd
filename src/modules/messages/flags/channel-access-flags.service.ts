// Flags of messages in channels that users lose or regain access to. For users without access, nothing
// there is unread or starred: clients would count messages that they cannot show.
import { Injectable } from '@nestjs/common';
import type { UserMessageGroup } from '#modules/messages/user-messages';
import type { Stream } from '#modules/streams/streams';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { messageFlagsEvent } from './message-flags.events.js';
import { MessageFlagsRepository } from './message-flags.repository.js';

interface LostStream {
  stream: Stream;
  /** The users who cannot read its content any more. */
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
    private readonly eventLog: EventLog,
  ) {}

  /** Marks messages as read, for good, and hides stars. Joins the current transaction. */
  async afterLoss(realmId: number, lost: LostStream[]): Promise<void> {
    const recipients = lost.flatMap(({ stream, lostContent }) =>
      lostContent.map((userId) => ({ userId, recipientId: stream.recipient_id })),
    );
    if (recipients.length === 0) return;
    const marked = await this.messageFlagsRepository.markRead(recipients);
    this.publish(realmId, 'add', 'read', marked);
    const starred = await this.messageFlagsRepository.starred(recipients);
    this.publish(realmId, 'remove', 'starred', starred);
  }

  /** Shows stars again. Joins the current transaction. */
  async afterGain(realmId: number, reopened: ReopenedStream[]): Promise<void> {
    const recipients = reopened.flatMap(({ stream, openTo }) =>
      openTo.map((userId) => ({ userId, recipientId: stream.recipient_id })),
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
