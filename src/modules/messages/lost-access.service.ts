// Who may no longer read a channel has nothing unread there: clients would count messages that they
// can not show.
import { Injectable } from '@nestjs/common';
import type { Stream } from '#modules/streams/streams.view.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { MessageFlagsRepository } from './message-flags.repository.js';
import { messageFlagsEvent } from './messages.events.js';

export interface ClosedStream {
  stream: Stream;
  /** Those who may no longer read it. */
  closedTo: number[];
}

@Injectable()
export class LostAccess {
  constructor(
    private readonly repository: MessageFlagsRepository,
    private readonly log: EventLog,
  ) {}

  /** Joins the present transaction. What was read before stays as it is. */
  async markRead(realmId: number, closed: ClosedStream[]): Promise<void> {
    const addresses = closed.flatMap(({ stream, closedTo }) =>
      closedTo.map((userId) => ({ userId, recipientId: stream.recipient_id })),
    );
    if (addresses.length === 0) return;
    for (const { messageIds, userIds } of await this.repository.markRead(addresses)) {
      this.log.append(
        messageFlagsEvent(
          realmId,
          { op: 'add', operation: 'add', flag: 'read', messages: messageIds, all: false },
          Audience.users(userIds),
        ),
      );
    }
  }
}
