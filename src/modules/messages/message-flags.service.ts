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
  flagNames,
  HISTORICAL_FLAGS,
  MESSAGE_FLAGS,
} from './message-flags.view.js';
import { type MessageDetails, messageFlagsEvent } from './messages.events.js';
import { type CopyDetails, MessageFlagsRepository } from './message-flags.repository.js';

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
        flag in MESSAGE_FLAGS
          ? `The flag '${flag}' can not be changed by users`
          : `Invalid message flag: '${flag}'`,
      );
    }
    const ids = [...new Set(messageIds)];
    return this.database.transaction(async () => {
      await this.checkVisible(actor, ids);
      return op === 'add' ? this.add(actor, editable, ids) : this.remove(actor, editable, ids);
    });
  }

  private async add(actor: Actor, flag: EditableFlag, ids: number[]): Promise<FlagResult> {
    if (flag !== 'read') {
      await this.repository.insertHistorical(actor.userId, ids, HISTORICAL_FLAGS);
    }
    const changed = await this.repository.setFlag(actor.userId, ids, MESSAGE_FLAGS[flag]);
    this.append(actor, 'add', flag, changed);
    return { ignoredStreamIds: [] };
  }

  private async remove(actor: Actor, flag: EditableFlag, ids: number[]): Promise<FlagResult> {
    if (flag !== 'read') {
      const changed = await this.repository.clearFlag(actor.userId, ids, MESSAGE_FLAGS[flag]);
      this.append(actor, 'remove', flag, changed);
      return { ignoredStreamIds: [] };
    }
    const copies = await this.repository.copiesWithAddress(actor.userId, ids);
    const ignored = copies.filter(({ stream_id, is_subscribed }) => stream_id && !is_subscribed);
    const kept = copies.filter((copy) => !ignored.includes(copy));
    const changed = new Set(
      await this.repository.clearFlag(
        actor.userId,
        kept.map(({ message_id }) => message_id),
        MESSAGE_FLAGS.read,
      ),
    );
    const details = kept.filter(({ message_id }) => changed.has(message_id));
    this.append(actor, 'remove', 'read', [...changed], messageDetails(actor, details));
    return {
      ignoredStreamIds: [...new Set(ignored.map(({ stream_id }) => stream_id!))].sort(
        (a, b) => a - b,
      ),
    };
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
          messages: changed.sort((a, b) => a - b),
          all: false,
          ...(details === undefined ? {} : { message_details: details }),
        },
        Audience.user(actor.userId),
      ),
    );
  }
}

function messageDetails(actor: Actor, copies: CopyDetails[]): Record<string, MessageDetails> {
  return Object.fromEntries(
    copies.map((copy): [number, MessageDetails] => {
      const mentioned = flagNames(copy.flags).some((name) => name.endsWith('mentioned'));
      const common = mentioned ? { mentioned: true } : {};
      if (copy.stream_id === null) {
        const others = copy.user_ids?.filter((id) => id !== actor.userId) ?? [];
        return [copy.message_id, { type: 'private', user_ids: others, ...common }];
      }
      return [
        copy.message_id,
        {
          type: 'stream',
          stream_id: copy.stream_id,
          topic: copy.topic,
          unmuted_stream_msg: !copy.is_muted,
          ...common,
        },
      ];
    }),
  );
}
