// Tells people that messages were edited or moved: those who have them in front of them and may
// read them where they are now. Where the history is protected, each is told of their own copies
// only. Who comes to see messages of a channel that they may not know of is not told its name.
import { Injectable } from '@nestjs/common';
import { MessageMentionsService } from '#modules/messages/render';
import { HISTORICAL_FLAGS } from '#modules/messages/user-messages';
import { type Stream, StreamAudiences, StreamHistory } from '#modules/streams/streams';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { CopiesRepository } from './copies.repository.js';
import {
  flagsByReader,
  type MessagesUpdated,
  updateMessageEvent,
} from './message-editing.events.js';

export type Update = Omit<MessagesUpdated, 'flags' | 'channel'>;

/** Flag bits of the copies of the message that was named, by user id, as they stay. */
type Copies = ReadonlyMap<number, number>;

@Injectable()
export class MessageUpdates {
  constructor(
    private readonly copiesRepository: CopiesRepository,
    private readonly messageMentionsService: MessageMentionsService,
    private readonly streamHistory: StreamHistory,
    private readonly streamAudiences: StreamAudiences,
    private readonly eventLog: EventLog,
  ) {}

  /** Who has the copies at hand gives them. Joins the present transaction. */
  async tellOfDirect(
    realmId: number,
    userIds: number[],
    update: Update,
    copies?: Copies,
  ): Promise<void> {
    const flags = copies ?? (await this.messageMentionsService.lockFlags(update.messageId));
    const payload = { ...update, flags: flagsByReader(flags), channel: null };
    this.eventLog.append(updateMessageEvent(realmId, payload, Audience.users(userIds)));
  }

  /** As above. `to` is where the messages are now. */
  async tell(from: Stream, to: Stream, update: Update, copies?: Copies): Promise<void> {
    if (to.history_public_to_subscribers) {
      await this.tellReaders(
        from,
        to,
        update,
        copies ?? (await this.messageMentionsService.lockFlags(update.messageId)),
      );
    } else {
      await this.tellHolders(from, to, update);
    }
  }

  private async tellReaders(
    from: Stream,
    to: Stream,
    update: Update,
    copies: Copies,
  ): Promise<void> {
    const streamIds = [...new Set([from.id, to.id])];
    const concerned = await this.copiesRepository.concerned(streamIds, update.messageId);
    const readers = await this.streamHistory.filterReaders(to, concerned);
    const flags = new Map(readers.map((id) => [id, copies.get(id) ?? HISTORICAL_FLAGS]));
    this.append(from, update, flags, await this.strangersAmong(from, to, readers));
  }

  private async tellHolders(from: Stream, to: Stream, update: Update): Promise<void> {
    const groups = await this.copiesRepository.held(update.messageIds);
    const holders = groups.flatMap(({ userIds }) => userIds);
    const readers = new Set(await this.streamHistory.filterReaders(to, holders));
    const strangers = await this.strangersAmong(from, to, [...readers]);
    const flagsOf = new Map<number, ReadonlyMap<number, number>>();
    for (const { messageIds, userIds } of groups) {
      const isNamed = messageIds.includes(update.messageId);
      const { content, ...rest } = update;
      const messageId = isNamed ? update.messageId : messageIds.at(-1)!;
      const copies =
        flagsOf.get(messageId) ?? (await this.messageMentionsService.lockFlags(messageId));
      flagsOf.set(messageId, copies);
      const reading = userIds.filter((id) => readers.has(id));
      const flags = new Map(reading.map((id) => [id, copies.get(id) ?? HISTORICAL_FLAGS]));
      const seen = { ...rest, messageId, messageIds, ...(isNamed && content && { content }) };
      this.append(from, seen, flags, strangers);
    }
  }

  private append(
    from: Stream,
    update: Update,
    flags: ReadonlyMap<number, number>,
    strange: ReadonlySet<number>,
  ): void {
    const readers = [...flags.keys()];
    const payload = { ...update, flags: flagsByReader(flags) };
    const known = readers.filter((id) => !strange.has(id));
    const strangers = readers.filter((id) => strange.has(id));
    const { realm_id: realmId, id: streamId, name } = from;
    for (const [userIds, channel] of [
      [known, { streamId, name }],
      [strangers, { streamId }],
    ] as const) {
      if (userIds.length === 0) continue;
      this.eventLog.append(
        updateMessageEvent(realmId, { ...payload, channel }, Audience.users(userIds)),
      );
    }
  }

  /** Who may not know of the channel that the messages come from. */
  private async strangersAmong(from: Stream, to: Stream, userIds: number[]): Promise<Set<number>> {
    if (from.id === to.id || userIds.length === 0) return new Set();
    const knowing = await this.streamAudiences.userIdsOf(from);
    return new Set(userIds.filter((id) => !knowing.has(id)));
  }
}
