// Changes one's own flags of messages. Only what really changes is written and told.
import { Injectable } from '@nestjs/common';
import { NarrowService } from '#modules/messages/narrow';
import {
  EDITABLE_FLAGS,
  type EditableFlag,
  HISTORICAL_FLAGS,
  MENTION_FLAGS,
  MESSAGE_FLAGS,
} from '#modules/messages/user-messages';
import { StreamsAccess } from '#modules/streams/streams';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { type AddressedMessage, MessageFlagsRepository } from './message-flags.repository.js';
import { type MessageDetails, messageFlagsEvent } from './message-flags.events.js';

export interface FlagChange {
  op: 'add' | 'remove';
  flag: string;
  messageIds: number[];
}

export interface FlagResult {
  /** How many messages have changed. */
  updated: number;
  /** Channels whose messages stay read because the user is not subscribed to them. */
  ignoredStreamIds: number[];
}

@Injectable()
export class MessageFlagsService {
  constructor(
    private readonly messageFlagsRepository: MessageFlagsRepository,
    private readonly narrowService: NarrowService,
    private readonly streamsAccess: StreamsAccess,
    private readonly eventLog: EventLog,
    private readonly database: Database,
  ) {}

  /** Throws unless the actor may see all of the messages. */
  async update(actor: Actor, { op, flag, messageIds }: FlagChange): Promise<FlagResult> {
    const editable = editableFlag(flag);
    const ids = [...new Set(messageIds)];
    return this.database.transaction(async () => {
      // What can not be seen any more is read already; for the rest a look at the copies is enough.
      await this.checkVisible(actor, ids, { evenClosed: op === 'add' && editable === 'read' });
      return this.change(actor, op, editable, ids);
    });
  }

  /** Of those messages that `find` returns, which sees the same as the change does. */
  async updateFound(
    actor: Actor,
    { op, flag }: Pick<FlagChange, 'op' | 'flag'>,
    find: () => Promise<number[]>,
  ): Promise<FlagResult> {
    const editable = editableFlag(flag);
    return this.database.transaction(async () => this.change(actor, op, editable, await find()));
  }

  private async change(
    actor: Actor,
    op: 'add' | 'remove',
    flag: EditableFlag,
    ids: number[],
  ): Promise<FlagResult> {
    if (ids.length === 0) return { updated: 0, ignoredStreamIds: [] };
    if (op === 'add') return this.add(actor, flag, ids);
    return flag === 'read' ? this.markUnread(actor, ids) : this.remove(actor, flag, ids);
  }

  /** Messages that were never sent to the actor count as read already. */
  private async add(actor: Actor, flag: EditableFlag, ids: number[]): Promise<FlagResult> {
    if (flag !== 'read') {
      await this.giveCopies(actor, ids);
    }
    const changed = await this.messageFlagsRepository.setFlag(
      actor.userId,
      ids,
      MESSAGE_FLAGS[flag],
    );
    this.append(actor, 'add', flag, changed);
    return { updated: changed.length, ignoredStreamIds: [] };
  }

  private async remove(actor: Actor, flag: EditableFlag, ids: number[]): Promise<FlagResult> {
    const changed = await this.messageFlagsRepository.clearFlag(
      actor.userId,
      ids,
      MESSAGE_FLAGS[flag],
    );
    this.append(actor, 'remove', flag, changed);
    return { updated: changed.length, ignoredStreamIds: [] };
  }

  /** Only messages of subscribed channels and direct ones can be unread. */
  private async markUnread(actor: Actor, ids: number[]): Promise<FlagResult> {
    const messages = await this.messageFlagsRepository.withAddress(actor.userId, ids);
    const kept = messages.filter(({ stream_id, is_subscribed }) => !stream_id || is_subscribed);
    const keptIds = kept.map(({ id }) => id);
    await this.giveCopies(actor, keptIds);
    const changed = await this.messageFlagsRepository.clearFlag(
      actor.userId,
      keptIds,
      MESSAGE_FLAGS.read,
    );
    const isChanged = new Set(changed);
    const details = messageDetails(
      actor,
      kept.filter(({ id }) => isChanged.has(id)),
    );
    this.append(actor, 'remove', 'read', changed, details);
    const ignored = messages.flatMap(({ stream_id, is_subscribed }) =>
      stream_id && !is_subscribed ? [stream_id] : [],
    );
    const ignoredStreamIds = [...new Set(ignored)].toSorted((a, b) => a - b);
    return { updated: changed.length, ignoredStreamIds };
  }

  /** Where the actor has none. Messages that moved out of their sight meanwhile are left out. */
  private async giveCopies(actor: Actor, ids: number[]): Promise<void> {
    const uncopied = await this.messageFlagsRepository.lockUncopied(actor.userId, ids);
    if (uncopied.length === 0) return;
    const visible = await this.messageFlagsRepository.visibleIds(
      await this.narrowService.visible(actor),
      uncopied,
    );
    await this.messageFlagsRepository.insertHistorical(actor.userId, visible, HISTORICAL_FLAGS);
  }

  /**
   * Every message must be the actor's own or in a channel whose history they may read. Own copies in
   * channels that they may no longer read count only when asked for.
   */
  private async checkVisible(
    actor: Actor,
    ids: number[],
    { evenClosed }: { evenClosed: boolean },
  ): Promise<void> {
    const closed = evenClosed ? [] : await this.streamsAccess.findUnreadableRecipients(actor);
    const own = await this.messageFlagsRepository.ownIds(actor.userId, ids, closed);
    if (own.length === ids.length) return;
    const visible = await this.messageFlagsRepository.visibleIds(
      await this.narrowService.visible(actor),
      ids,
    );
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
    this.eventLog.append(
      messageFlagsEvent(
        actor.realmId,
        {
          op,
          flag,
          messages: changed.toSorted((a, b) => a - b),
          ...(details === undefined ? {} : { message_details: details }),
        },
        Audience.user(actor.userId),
      ),
    );
  }
}

function editableFlag(flag: string): EditableFlag {
  const editable = EDITABLE_FLAGS.find((name) => name === flag);
  if (editable) return editable;
  throw ApiError.badRequest(
    Object.hasOwn(MESSAGE_FLAGS, flag)
      ? `The flag '${flag}' can not be changed by users`
      : `There is no message flag '${flag}'`,
  );
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
