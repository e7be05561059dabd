// Sets and clears the flags of a user's own user messages. Only flags that change are written and
// published. Messages that the user did not receive count as read.
import { Injectable } from '@nestjs/common';
import { type AnchorInput, checkAnchorIncluded, MessageRange } from '#modules/messages/fetch';
import { invalidMessage } from '#modules/messages/messages';
import { NarrowService, type NarrowTermInput } from '#modules/messages/narrow';
import {
  EDITABLE_FLAGS,
  type EditableFlag,
  HISTORICAL_FLAGS,
  MESSAGE_FLAGS,
} from '#modules/messages/user-messages';
import { StreamsAccess } from '#modules/streams/streams';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { type MessageDetails, messageFlagsEvent } from './message-flags.events.js';
import { MessageFlagsRepository } from './message-flags.repository.js';
import { messageDetails } from './message-flags.view.js';

/** The messages that one transaction changes at most, besides the anchor. */
const MAX_MESSAGES = 5000;

interface FlagOperation {
  op: 'add' | 'remove';
  flag: string;
}

export interface FlagInput extends FlagOperation {
  messageIds: number[];
}

export interface NarrowFlagInput extends FlagOperation {
  narrow: NarrowTermInput[];
  range: AnchorInput;
}

export interface FlagResult {
  /** The number of messages whose flag has changed. */
  updated: number;
  /** Channels whose messages stay read because the user is not subscribed to them. */
  ignoredStreamIds: number[];
}

export interface NarrowFlagResult extends FlagResult {
  /** The ids of all messages in the range, ascending. */
  processedIds: number[];
  foundOldest: boolean;
  foundNewest: boolean;
}

@Injectable()
export class MessageFlagsService {
  constructor(
    private readonly messageFlagsRepository: MessageFlagsRepository,
    private readonly messageRange: MessageRange,
    private readonly narrowService: NarrowService,
    private readonly streamsAccess: StreamsAccess,
    private readonly eventLog: EventLog,
    private readonly database: Database,
  ) {}

  /** Throws unless the actor can read all of the messages. */
  async update(actor: Actor, { op, flag, messageIds }: FlagInput): Promise<FlagResult> {
    const editable = editableFlag(flag);
    const ids = [...new Set(messageIds)];
    return this.database.transaction(async () => {
      await this.checkReadable(actor, ids, op === 'add' && editable === 'read');
      return this.change(actor, op, editable, ids);
    });
  }

  /** Processes at most MAX_MESSAGES messages besides the anchor, even if more were requested. */
  async updateNarrow(actor: Actor, input: NarrowFlagInput): Promise<NarrowFlagResult> {
    const { op, range } = input;
    if (range.anchor === 'date') throw ApiError.badRequest('The anchor "date" cannot be used here');
    checkAnchorIncluded(range);
    const narrow = await this.narrowService.compile(actor, input.narrow);
    const flag = editableFlag(input.flag);
    return this.database.transaction(async () => {
      const limited = { ...range, ...limitedCounts(range) };
      const { found, foundOldest, foundNewest } = await this.messageRange.find(
        actor,
        narrow,
        limited,
      );
      const ids = found.map(({ id }) => id).toSorted((a, b) => a - b);
      const result = await this.change(actor, op, flag, ids);
      return { ...result, processedIds: ids, foundOldest, foundNewest };
    });
  }

  /** Adds historical user messages for messages that the user did not receive. */
  async addHistorical(userId: number, messageIds: number[]): Promise<void> {
    await this.messageFlagsRepository.insertHistorical(userId, messageIds, HISTORICAL_FLAGS);
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

  private async add(actor: Actor, flag: EditableFlag, ids: number[]): Promise<FlagResult> {
    const { userId } = actor;
    if (flag !== 'read') await this.addMissing(actor, ids);
    const bit = MESSAGE_FLAGS[flag];
    const changed = await this.messageFlagsRepository.setFlag(userId, ids, bit);
    this.publish(actor, 'add', flag, changed);
    return { updated: changed.length, ignoredStreamIds: [] };
  }

  private async remove(actor: Actor, flag: EditableFlag, ids: number[]): Promise<FlagResult> {
    const bit = MESSAGE_FLAGS[flag];
    const changed = await this.messageFlagsRepository.clearFlag(actor.userId, ids, bit);
    this.publish(actor, 'remove', flag, changed);
    return { updated: changed.length, ignoredStreamIds: [] };
  }

  /** Direct messages and messages of subscribed channels can be unread. */
  private async markUnread(actor: Actor, ids: number[]): Promise<FlagResult> {
    const { userId } = actor;
    const messages = await this.messageFlagsRepository.withRecipients(userId, ids);
    const markable = messages.filter(({ streamId, isSubscribed }) => !streamId || isSubscribed);
    const markableIds = markable.map(({ id }) => id);
    await this.addMissing(actor, markableIds);
    const bit = MESSAGE_FLAGS.read;
    const changed = await this.messageFlagsRepository.clearFlag(userId, markableIds, bit);
    const changedIds = new Set(changed);
    const details = messageDetails(
      userId,
      markable.filter(({ id }) => changedIds.has(id)),
    );
    this.publish(actor, 'remove', 'read', changed, details);
    const ignored = messages.flatMap(({ streamId, isSubscribed }) =>
      streamId && !isSubscribed ? [streamId] : [],
    );
    const ignoredStreamIds = [...new Set(ignored)].toSorted((a, b) => a - b);
    return { updated: changed.length, ignoredStreamIds };
  }

  /** Adds historical user messages, except of messages that the actor can no longer read. */
  private async addMissing(actor: Actor, ids: number[]): Promise<void> {
    const missing = await this.messageFlagsRepository.lockWithoutUserMessage(actor.userId, ids);
    if (missing.length === 0) return;
    const visible = await this.narrowService.visible(actor);
    const visibleIds = await this.messageFlagsRepository.visibleIds(visible, missing);
    await this.addHistorical(actor.userId, visibleIds);
  }

  /**
   * Messages are readable when the actor received them, or can read the history of their channel.
   * Received messages in a channel that the actor can no longer read are included if `includeLost` is
   * set.
   */
  private async checkReadable(actor: Actor, ids: number[], includeLost: boolean): Promise<void> {
    const lost = includeLost ? [] : await this.streamsAccess.findUnreadableRecipients(actor);
    const received = await this.messageFlagsRepository.receivedIds(actor.userId, ids, lost);
    if (received.length === ids.length) return;
    const visible = await this.narrowService.visible(actor);
    const visibleIds = await this.messageFlagsRepository.visibleIds(visible, ids);
    if (visibleIds.length !== ids.length) throw invalidMessage();
  }

  private publish(
    { realmId, userId }: Actor,
    op: 'add' | 'remove',
    flag: string,
    changed: number[],
    details?: Record<string, MessageDetails>,
  ): void {
    if (changed.length === 0) return;
    const change = {
      op,
      flag,
      messages: changed.toSorted((a, b) => a - b),
      ...(details && { message_details: details }),
    };
    this.eventLog.append(messageFlagsEvent(realmId, change, Audience.user(userId)));
  }
}

function editableFlag(flag: string): EditableFlag {
  const editable = EDITABLE_FLAGS.find((name) => name === flag);
  if (editable) return editable;
  throw ApiError.badRequest(
    Object.hasOwn(MESSAGE_FLAGS, flag)
      ? `The flag '${flag}' cannot be changed by users`
      : `There is no message flag '${flag}'`,
  );
}

/** Each side gets half of MAX_MESSAGES, and what the other side does not use of its half. */
function limitedCounts({
  numBefore,
  numAfter,
}: AnchorInput): Pick<AnchorInput, 'numBefore' | 'numAfter'> {
  const half = MAX_MESSAGES / 2;
  const before = Math.min(numBefore, MAX_MESSAGES - Math.min(numAfter, half));
  return { numBefore: before, numAfter: Math.min(numAfter, MAX_MESSAGES - before) };
}
