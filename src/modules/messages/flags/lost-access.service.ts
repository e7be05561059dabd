// Who may no longer read a channel has nothing unread and nothing starred there: clients would count
// messages that they can not show.
import { Injectable } from '@nestjs/common';
import type { UserMessageGroup } from '#modules/messages/user-messages';
import type { Stream } from '#modules/streams/streams';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { MessageFlagsRepository } from './message-flags.repository.js';
import { messageFlagsEvent } from './message-flags.events.js';

export interface ClosedStream {
  stream: Stream;
  /** Those who may no longer read it. */
  lostContent: number[];
}

export interface ReopenedStream {
  stream: Stream;
  /** Those who may read it now, and perhaps could not before. */
  openTo: number[];
}

@Injectable()
export class LostAccess {
  constructor(
    private readonly messageFlagsRepository: MessageFlagsRepository,
    private readonly eventLog: EventLog,
  ) {}

  /**
   * Joins the present transaction. What was read before stays as it is; stars are hidden until the
   * channel can be read again.
   */
  async markRead(realmId: number, closed: ClosedStream[]): Promise<void> {
    const addresses = closed.flatMap(({ stream, lostContent }) =>
      lostContent.map((userId) => ({ userId, recipientId: stream.recipient_id })),
    );
    if (addresses.length === 0) return;
    for (const changed of await this.messageFlagsRepository.markRead(addresses)) {
      this.tell(realmId, 'add', 'read', changed);
    }
    for (const hidden of await this.messageFlagsRepository.starred(addresses)) {
      this.tell(realmId, 'remove', 'starred', hidden);
    }
  }

  /** Joins the present transaction: shows stars again to those who can read the messages again. */
  async showStars(realmId: number, reopened: ReopenedStream[]): Promise<void> {
    const addresses = reopened.flatMap(({ stream, openTo }) =>
      openTo.map((userId) => ({ userId, recipientId: stream.recipient_id })),
    );
    if (addresses.length === 0) return;
    for (const shown of await this.messageFlagsRepository.starred(addresses)) {
      this.tell(realmId, 'add', 'starred', shown);
    }
  }

  private tell(
    realmId: number,
    op: 'add' | 'remove',
    flag: string,
    { messageIds, userIds }: UserMessageGroup,
  ): void {
    const change = { op, flag, messages: messageIds };
    this.eventLog.append(messageFlagsEvent(realmId, change, Audience.users(userIds)));
  }
}
