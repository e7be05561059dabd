// What becomes of messages whose sender somebody does not want to hear of any more.
import { Injectable } from '@nestjs/common';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import type { Actor } from '#platform/http/actor.js';
import { messageFlagsEvent } from './message-flags.events.js';
import { MutedSendersRepository } from './muted-senders.repository.js';

@Injectable()
export class MutedSenders {
  constructor(
    private readonly mutedSendersRepository: MutedSendersRepository,
    private readonly eventLog: EventLog,
  ) {}

  /** Marks what the actor has not read of the sender as read. Joins the present transaction. */
  async markRead({ realmId, userId }: Actor, senderId: number): Promise<void> {
    const messages = await this.mutedSendersRepository.markRead(userId, senderId);
    if (messages.length === 0) return;
    const change = { op: 'add' as const, flag: 'read', messages };
    this.eventLog.append(messageFlagsEvent(realmId, change, Audience.user(userId)));
  }
}
