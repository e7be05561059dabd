// Changes one's own flags of messages. Only what really changes is written and told.
import { Injectable } from '@nestjs/common';
import { NarrowService } from '#modules/narrow/narrow.service.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import {
  EDITABLE_FLAGS,
  type EditableFlag,
  HISTORICAL_FLAGS,
  MENTION_FLAGS,
  MESSAGE_FLAGS,
} from '#modules/message-copies/message-flags.constants.js';
import { type MessageDetails, messageFlagsEvent } from './messages.events.js';
import { type AddressedMessage, MessageFlagsRepository } from './message-flags.repository.js';

export interface FlagChange {
  op: 'add' | 'remove';
  flag: string;
  messageIds: number[];
}

export interface FlagResult {
  /** Channels whose messages stay read because the user is not subscribed to them. */
  ignoredStreamIds: number[];
}

@Injectable()
export class MessageFlagsService {
  constructor(
    private readonly repository: MessageFlagsRepository,
    private readonly narrows: NarrowService,
    private readonly log: EventLog,
    private readonly database: Database,
  ) {}

  async update(actor: Actor, { op, flag, messageIds }: FlagChange): Promise<FlagResult> {
    const editable = EDITABLE_FLAGS.find((name) => name === flag);
    if (!editable) {
      throw ApiError.badRequest(
        Object.hasOwn(MESSAGE_FLAGS, flag)
          ? `The flag '${flag}' can not be changed by users`
          : `There is no message flag '${flag}'`,
      );
    }
    const ids = [...new Set(messageIds)];
    return this.database.transaction(async () => {
      await this.checkVisible(actor, ids);
      if (op === 'add') return this.add(actor, editable, ids);
      return editable === 'read' ? this.markUnread(actor, ids) : this.remove(actor, editable, ids);
    });
  }

  /** Messages that were never sent to the actor count as read already. */
  private async add(actor: Actor, flag: EditableFlag, ids: number[]): Promise<FlagResult> {
    if (flag !== 'read') {
      await this.repository.insertHistorical(actor.userId, ids, HISTORICAL_FLAGS);
    }
    const changed = await this.repository.setFlag(actor.userId, ids, MESSAGE_FLAGS[flag]);
    this.append(actor, 'add', flag, changed);
    return { ignoredStreamIds: [] };
  }

  private async remove(actor: Actor, flag: EditableFlag, ids: number[]): Promise<FlagResult> {
    const changed = await this.repository.clearFlag(actor.userId, ids, MESSAGE_FLAGS[flag]);
    this.append(actor, 'remove', flag, changed);
    return { ignoredStreamIds: [] };
  }

  /** Only messages of subscribed channels and direct ones can be unread. */
  private async markUnread(actor: Actor, ids: number[]): Promise<FlagResult> {
    const messages = await this.repository.withAddress(actor.userId, ids);
    const kept = messages.filter(({ stream_id, is_subscribed }) => !stream_id || is_subscribed);
    const keptIds = kept.map(({ id }) => id);
    await this.repository.insertHistorical(actor.userId, keptIds, HISTORICAL_FLAGS);
    const changed = await this.repository.clearFlag(actor.userId, keptIds, MESSAGE_FLAGS.read);
    const isChanged = new Set(changed);
    const details = messageDetails(
      actor,
      kept.filter(({ id }) => isChanged.has(id)),
    );
    this.append(actor, 'remove', 'read', changed, details);
    const ignored = messages.flatMap(({ stream_id, is_subscribed }) =>
      stream_id && !is_subscribed ? [stream_id] : [],
    );
    return { ignoredStreamIds: [...new Set(ignored)].toSorted((a, b) => a - b) };
  }

  /** Every message must be the actor's own or in a channel whose history they may read. */
  private async checkVisible(actor: Actor, ids: number[]): Promise<void> {
    const own = await this.repository.ownIds(actor.userId, ids);
    if (own.length === ids.length) return;
    const visible = await this.repository.visibleIds(await this.narrows.visible(actor), ids);
    if (visible.length !== ids.length) throw ApiError.badRequest('Invalid message(s)');
  }

  private append(
    actor: Actor,
    op: 'add' | 'remove',
    flag: string,
    changed: number[],
    details?: Record<string, MessageDetails>,
  ): void {
    if (changed.length === 0) return;
    this.log.append(
      messageFlagsEvent(
        actor.realmId,
        {
          op,
          operation: op,
          flag,
          messages: changed.toSorted((a, b) => a - b),
          all: false,
          ...(details === undefined ? {} : { message_details: details }),
        },
        Audience.user(actor.userId),
      ),
    );
  }
}

function messageDetails(
  actor: Actor,
  messages: AddressedMessage[],
): Record<string, MessageDetails> {
  return Object.fromEntries(
    messages.map((message): [number, MessageDetails] => {
      const mentioned = (message.flags & MENTION_FLAGS) === 0 ? {} : { mentioned: true };
      if (message.stream_id === null) {
        const others = message.user_ids?.filter((id) => id !== actor.userId) ?? [];
        return [message.id, { type: 'private', user_ids: others, ...mentioned }];
      }
      const { stream_id: streamId, topic, is_muted: isMuted } = message;
      return [
        message.id,
        {
          type: 'stream',
          stream_id: streamId,
          topic,
          unmuted_stream_msg: !isMuted,
          ...mentioned,
        },
      ];
    }),
  );
}
