// Publishes events about edited and moved messages to users who have the messages loaded and can read
// them where they are now. In a channel with protected history, each user receives events only about
// received messages. The former channel is omitted for users without access to it.
import { Injectable } from '@nestjs/common';
import type { LocatedMessage } from '#modules/messages/messages';
import { HISTORICAL_FLAGS } from '#modules/messages/user-messages';
import { type Stream, StreamAudiences, StreamHistory } from '#modules/streams/streams';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { flagsByReader, type MessagesUpdated, updateMessageEvent } from './edit-message.events.js';
import { UserMessagesRepository } from './user-messages.repository.js';

export type MessageUpdate = Omit<MessagesUpdated, 'flags' | 'channel'>;

/** Flags by user id. */
type Flags = ReadonlyMap<number, number>;

@Injectable()
export class MessageUpdates {
  constructor(
    private readonly userMessagesRepository: UserMessagesRepository,
    private readonly streamHistory: StreamHistory,
    private readonly streamAudiences: StreamAudiences,
    private readonly eventLog: EventLog,
  ) {}

  /**
   * `located` is the message before the update, `movedTo` the channel to which it was moved. Callers
   * that have locked the flags of the message pass them. Joins the current transaction.
   */
  async publish(
    { message, channel }: LocatedMessage,
    update: MessageUpdate,
    { movedTo, flags }: { movedTo?: Stream | undefined; flags?: Flags | undefined } = {},
  ): Promise<void> {
    if (!channel) {
      const locked = flags ?? (await this.userMessagesRepository.lockFlags(update.messageId));
      const payload = { ...update, flags: flagsByReader(locked), channel: null };
      const audience = Audience.users(message.userIds ?? []);
      this.eventLog.append(updateMessageEvent(message.realmId, payload, audience));
      return;
    }
    const from = channel.stream;
    const to = movedTo ?? from;
    if (to.historyPublicToSubscribers) {
      const locked = flags ?? (await this.userMessagesRepository.lockFlags(update.messageId));
      await this.publishToReaders(from, to, update, locked);
    } else {
      await this.publishToReceivers(from, to, update);
    }
  }

  private async publishToReaders(
    from: Stream,
    to: Stream,
    update: MessageUpdate,
    locked: Flags,
  ): Promise<void> {
    const users = await this.userMessagesRepository.subscribersAndReceivers(
      [...new Set([from.id, to.id])],
      update.messageId,
    );
    const readers = await this.streamHistory.filterReaders(to, users);
    const flags = new Map(readers.map((id) => [id, locked.get(id) ?? HISTORICAL_FLAGS]));
    this.append(from, update, flags, await this.withoutAccess(from, to, readers));
  }

  private async publishToReceivers(from: Stream, to: Stream, update: MessageUpdate): Promise<void> {
    const groups = await this.userMessagesRepository.receivers(update.messageIds);
    const receivers = groups.flatMap(({ userIds }) => userIds);
    const readers = new Set(await this.streamHistory.filterReaders(to, receivers));
    const withoutAccess = await this.withoutAccess(from, to, [...readers]);
    const lockedFlags = new Map<number, Flags>();
    for (const { messageIds, userIds } of groups) {
      const { content, ...rest } = update;
      const hasEdited = messageIds.includes(update.messageId);
      const messageId = hasEdited ? update.messageId : messageIds.at(-1)!;
      const locked =
        lockedFlags.get(messageId) ?? (await this.userMessagesRepository.lockFlags(messageId));
      lockedFlags.set(messageId, locked);
      const reading = userIds.filter((id) => readers.has(id));
      const flags = new Map(reading.map((id) => [id, locked.get(id) ?? HISTORICAL_FLAGS]));
      const received = { ...rest, messageId, messageIds, ...(hasEdited && content && { content }) };
      this.append(from, received, flags, withoutAccess);
    }
  }

  private append(
    from: Stream,
    update: MessageUpdate,
    flags: Flags,
    withoutAccess: ReadonlySet<number>,
  ): void {
    const { realmId, id: streamId, name } = from;
    const payload = { ...update, flags: flagsByReader(flags) };
    const readers = [...flags.keys()];
    for (const [userIds, channel] of [
      [readers.filter((id) => !withoutAccess.has(id)), { streamId, name }],
      [readers.filter((id) => withoutAccess.has(id)), { streamId }],
    ] as const) {
      if (userIds.length === 0) continue;
      this.eventLog.append(
        updateMessageEvent(realmId, { ...payload, channel }, Audience.users(userIds)),
      );
    }
  }

  /** The users without access to the former channel. */
  private async withoutAccess(from: Stream, to: Stream, userIds: number[]): Promise<Set<number>> {
    if (from.id === to.id || userIds.length === 0) return new Set();
    const withAccess = await this.streamAudiences.userIdsOf(from);
    return new Set(userIds.filter((id) => !withAccess.has(id)));
  }
}
