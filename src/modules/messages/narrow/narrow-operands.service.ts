// Finds what the operands of a narrow name: channels, people, conversations. Throws BAD_NARROW for
// what cannot be understood or names nothing that the reader may know.
import { Injectable } from '@nestjs/common';
import { StreamsAccess } from '#modules/streams/streams';
import type { VisibilityPolicy } from '#modules/streams/user-topics';
import { UsersService, type UserSummary } from '#modules/users/users';
import { UserVisibility } from '#modules/users/visibility';
import { type Actor, isSpectator, type Reader } from '#platform/http/actor.js';
import { badNarrow, type NarrowOperand } from './narrow-terms.js';
import { isStreamKind, NarrowRepository, type TopicWithPolicy } from './narrow.repository.js';
import { ReadableStreams, type ReadablePlace } from './readable-streams.service.js';

export interface ReadableConversation extends ReadablePlace {
  /** Undefined for a direct conversation. */
  topic: string | undefined;
}

@Injectable()
export class NarrowOperands {
  constructor(
    private readonly narrowRepository: NarrowRepository,
    private readonly streamsAccess: StreamsAccess,
    private readonly usersService: UsersService,
    private readonly readableStreams: ReadableStreams,
    private readonly userVisibility: UserVisibility,
  ) {}

  async channel(reader: Reader, operand: NarrowOperand): Promise<ReadablePlace> {
    if (Array.isArray(operand)) throw badNarrow('a channel is a name or an ID');
    const found = isSpectator(reader)
      ? await this.webPublicChannel(reader.realmId, operand)
      : await this.readableStreams.find(reader, operand);
    if (!found) throw badNarrow(`unknown channel ${operand}`);
    return found;
  }

  async person(reader: Reader, operand: NarrowOperand): Promise<number> {
    if (Array.isArray(operand)) throw badNarrow('a person is an ID or an address');
    const [userId] = await this.people(reader, [String(operand)]);
    return userId!;
  }

  /** The sorted ids of the people of a direct conversation, the actor among them. */
  async conversation(actor: Actor, operand: NarrowOperand): Promise<number[]> {
    const names =
      typeof operand === 'string'
        ? operand.split(',').map((name) => name.trim())
        : [operand].flat().map(String);
    if (names.length === 0) throw badNarrow('a conversation is with somebody');
    const userIds = await this.people(actor, names);
    return [...new Set([...userIds, actor.userId])].toSorted((a, b) => a - b);
  }

  /** Where a message is; undefined when the reader may not see it. */
  async conversationOf(
    reader: Reader,
    messageId: number,
  ): Promise<ReadableConversation | undefined> {
    const { realmId, userId } = reader;
    const place = await this.narrowRepository.placeOf(realmId, userId, messageId);
    if (!place) return undefined;
    const { recipient_id: recipientId, stream_id: streamId, topic, has_copy: hasCopy } = place;
    if (streamId === null) {
      return hasCopy
        ? { recipientId, topic: undefined, canSeeHistory: false, canSeeContent: true }
        : undefined;
    }
    const channel = isSpectator(reader)
      ? await this.webPublicChannel(realmId, streamId)
      : await this.readableStreams.find(reader, streamId);
    const canSee = channel?.canSeeContent && (hasCopy || channel.canSeeHistory);
    return canSee ? { ...channel, topic } : undefined;
  }

  /** The addresses of all channels of a kind, whether or not the reader may know of them. */
  channels({ realmId }: Reader, operand: NarrowOperand): Promise<number[]> {
    const kind = textOperand(operand);
    if (!isStreamKind(kind)) throw badNarrow(`unknown operator "channels:${kind}"`);
    return this.narrowRepository.channels(realmId, kind);
  }

  /** The addresses of the actor's conversations with a person; of oneself, of all. */
  async conversationsWith(
    actor: Actor,
    operand: NarrowOperand,
    { atLeast }: { atLeast: number },
  ): Promise<number[]> {
    const userId = await this.person(actor, operand);
    return this.narrowRepository.conversations([...new Set([actor.userId, userId])], atLeast);
  }

  mutedChannels({ userId }: Actor): Promise<number[]> {
    return this.narrowRepository.mutedChannels(userId);
  }

  /** The topics that the actor has given one of the policies. */
  async topics({ userId }: Actor, policies: VisibilityPolicy[]): Promise<TopicWithPolicy[]> {
    const topics = await this.narrowRepository.topics(userId);
    return topics.filter(({ policy }) => policies.includes(policy));
  }

  private async webPublicChannel(
    realmId: number,
    operand: string | number,
  ): Promise<ReadablePlace | undefined> {
    const channels = await this.streamsAccess.findWebPublic(realmId);
    const found = channels.find(({ id, name }) =>
      typeof operand === 'number'
        ? id === operand
        : name.toLowerCase() === operand.trim().toLowerCase(),
    );
    return found && { recipientId: found.recipient_id, canSeeHistory: true, canSeeContent: true };
  }

  /** Each is an id or an address, and all are the same kind. */
  private async people(reader: Reader, names: string[]): Promise<number[]> {
    const { realmId } = reader;
    const areIds = names.every((name) => /^\d{1,9}$/.test(name));
    const named = areIds
      ? await this.usersService.findByIds(realmId, names.map(Number))
      : await this.withEmails(reader, names);
    const known = isSpectator(reader) ? undefined : await this.userVisibility.accessibleIds(reader);
    const found = named.filter(({ id }) => known?.has(id) !== false);
    if (found.length !== new Set(names.map((name) => name.toLowerCase())).size) {
      throw badNarrow(`unknown user in ${names.join(', ')}`);
    }
    return found.map(({ id }) => id);
  }

  private async withEmails(reader: Reader, emails: string[]): Promise<UserSummary[]> {
    if (!isSpectator(reader)) return this.usersService.findByEmails(reader.realmId, emails, reader);
    const given = new Set(emails.map((email) => email.toLowerCase()));
    const found = await this.usersService.findByEmails(reader.realmId, emails);
    return found.filter(({ email }) => given.has(email.toLowerCase()));
  }
}

export function textOperand(operand: NarrowOperand): string {
  if (typeof operand !== 'string') throw badNarrow(`${String(operand)} is not a text`);
  return operand;
}

export function messageIdOperand(operand: NarrowOperand): number {
  const id = typeof operand === 'string' && /^\d{1,15}$/.test(operand) ? Number(operand) : operand;
  if (typeof id !== 'number' || id < 0) throw badNarrow('a message ID is a positive number');
  return id;
}
