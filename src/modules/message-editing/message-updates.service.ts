// Tells people that messages were edited or moved: those who have them in front of them and may
// read them where they are now. Where the history is protected, each is told of their own copies
// only. Who comes to see messages of a channel that they may not know of is not told its name.
import { Injectable } from '@nestjs/common';
import { HISTORICAL_FLAGS } from '#modules/message-copies/message-flags.constants.js';
import { StreamAudiences } from '#modules/streams/stream-audiences.service.js';
import { StreamHistory } from '#modules/streams/stream-history.service.js';
import type { Stream } from '#modules/streams/streams.view.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { CopiesRepository } from './copies.repository.js';
import {
  flagsByReader,
  type MessagesUpdated,
  updateMessageEvent,
} from './message-editing.events.js';

export type Update = Omit<MessagesUpdated, 'flags' | 'channel'>;

@Injectable()
export class MessageUpdates {
  constructor(
    private readonly copies: CopiesRepository,
    private readonly history: StreamHistory,
    private readonly audiences: StreamAudiences,
    private readonly log: EventLog,
  ) {}

  async tellOfDirect(realmId: number, userIds: number[], update: Update): Promise<void> {
    const flags = await this.copies.flags(update.messageId);
    const payload = { ...update, flags: flagsByReader(flags), channel: null };
    this.log.append(updateMessageEvent(realmId, payload, Audience.users(userIds)));
  }

  /** `to` is where the messages are now. Joins the present transaction. */
  async tell(from: Stream, to: Stream, update: Update): Promise<void> {
    if (to.history_public_to_subscribers) await this.tellReaders(from, to, update);
    else await this.tellHolders(from, to, update);
  }

  private async tellReaders(from: Stream, to: Stream, update: Update): Promise<void> {
    const streamIds = [...new Set([from.id, to.id])];
    const copies = await this.copies.flags(update.messageId);
    const concerned = await this.copies.concerned(streamIds, update.messageId);
    const readers = await this.history.readersAmong(to, concerned);
    const flags = new Map(readers.map((id) => [id, copies.get(id) ?? HISTORICAL_FLAGS]));
    await this.append(from, to, update, flags);
  }

  private async tellHolders(from: Stream, to: Stream, update: Update): Promise<void> {
    for (const { messageIds, userIds } of await this.copies.held(update.messageIds)) {
      const readers = await this.history.readersAmong(to, userIds);
      const isNamed = messageIds.includes(update.messageId);
      const { content, ...rest } = update;
      const messageId = isNamed ? update.messageId : messageIds.at(-1)!;
      const copies = await this.copies.flags(messageId);
      const flags = new Map(readers.map((id) => [id, copies.get(id) ?? HISTORICAL_FLAGS]));
      const seen = { ...rest, messageId, messageIds, ...(isNamed && content && { content }) };
      await this.append(from, to, seen, flags);
    }
  }

  private async append(
    from: Stream,
    to: Stream,
    update: Update,
    flags: ReadonlyMap<number, number>,
  ): Promise<void> {
    const readers = [...flags.keys()];
    if (readers.length === 0) return;
    const strangers = from.id === to.id ? [] : await this.strangersAmong(from, readers);
    const payload = { ...update, flags: flagsByReader(flags) };
    const known = readers.filter((id) => !strangers.includes(id));
    const { realm_id: realmId, id: streamId, name } = from;
    for (const [userIds, channel] of [
      [known, { streamId, name }],
      [strangers, { streamId }],
    ] as const) {
      if (userIds.length === 0) continue;
      this.log.append(
        updateMessageEvent(realmId, { ...payload, channel }, Audience.users(userIds)),
      );
    }
  }

  private async strangersAmong(stream: Stream, userIds: number[]): Promise<number[]> {
    const knowing = await this.audiences.idsOf(stream);
    return userIds.filter((id) => !knowing.has(id));
  }
}
