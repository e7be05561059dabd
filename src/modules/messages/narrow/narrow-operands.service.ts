// Resolves the operands of narrow terms: channels, users, conversations. Throws BAD_NARROW for invalid
// operands, and for names of things that do not exist or are hidden from the reader.
import { Injectable } from '@nestjs/common';
import { StreamsAccess } from '#modules/streams/streams';
import type { VisibilityPolicy } from '#modules/streams/user-topics';
import { UsersService, type UserSummary } from '#modules/users/users';
import { UserVisibility } from '#modules/users/visibility';
import { type Actor, isSpectator, type Reader } from '#platform/http/actor.js';
import { badNarrow, type NarrowOperand } from './narrow-terms.js';
import { isStreamKind, NarrowRepository, type TopicWithPolicy } from './narrow.repository.js';
import { ReadableStreams, type ReadableRecipient } from './readable-streams.service.js';

export interface ReadableConversation extends ReadableRecipient {
  /** Undefined for a direct message conversation. */
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

  async channel(reader: Reader, operand: NarrowOperand): Promise<ReadableRecipient> {
    if (Array.isArray(operand)) throw badNarrow('a channel must be a name or an ID');
    const found = isSpectator(reader)
      ? await this.webPublicChannel(reader.realmId, operand)
      : await this.readableStreams.find(reader, operand);
    if (!found) throw badNarrow(`unknown channel ${operand}`);
    return found;
  }

  async user(reader: Reader, operand: NarrowOperand): Promise<number> {
    if (Array.isArray(operand)) throw badNarrow('a user must be an ID or an email address');
    const [userId] = await this.users(reader, [String(operand)]);
    return userId!;
  }

  /** The ids of the users of a direct message conversation, the actor included, ascending. */
  async conversation(actor: Actor, operand: NarrowOperand): Promise<number[]> {
    const names =
      typeof operand === 'string'
        ? operand.split(',').map((name) => name.trim())
        : [operand].flat().map(String);
    if (names.length === 0) throw badNarrow('a conversation must have at least one user');
    const userIds = await this.users(actor, names);
    return [...new Set([...userIds, actor.userId])].toSorted((a, b) => a - b);
  }

  /** The conversation of a message; undefined when the reader cannot read the message. */
  async conversationOf(
    reader: Reader,
    messageId: number,
  ): Promise<ReadableConversation | undefined> {
    const { realmId, userId } = reader;
    const message = await this.narrowRepository.recipientOf(realmId, userId, messageId);
    if (!message) return undefined;
    const { recipientId, streamId, topic, isReceived } = message;
    if (streamId === null) {
      return isReceived
        ? { recipientId, topic: undefined, canSeeHistory: false, canSeeContent: true }
        : undefined;
    }
    const channel = isSpectator(reader)
      ? await this.webPublicChannel(realmId, streamId)
      : await this.readableStreams.find(reader, streamId);
    const canSee = channel?.canSeeContent && (isReceived || channel.canSeeHistory);
    return canSee ? { ...channel, topic } : undefined;
  }

  /** Recipient ids of all channels of a kind, including those hidden from the reader. */
  channels({ realmId }: Reader, operand: NarrowOperand): Promise<number[]> {
    const kind = textOperand(operand);
    if (!isStreamKind(kind)) throw badNarrow(`unknown operator "channels:${kind}"`);
    return this.narrowRepository.channels(realmId, kind);
  }

  /** Recipient ids of the actor's conversations with a user; of all conversations if that is the actor. */
  async conversationsWith(
    actor: Actor,
    operand: NarrowOperand,
    { atLeast }: { atLeast: number },
  ): Promise<number[]> {
    const userId = await this.user(actor, operand);
    return this.narrowRepository.conversations([...new Set([actor.userId, userId])], atLeast);
  }

  mutedChannels({ userId }: Actor): Promise<number[]> {
    return this.narrowRepository.mutedChannels(userId);
  }

  /** The topics for which the actor has one of the visibility policies. */
  async topics({ userId }: Actor, policies: VisibilityPolicy[]): Promise<TopicWithPolicy[]> {
    const topics = await this.narrowRepository.topics(userId);
    return topics.filter(({ policy }) => policies.includes(policy));
  }

  private async webPublicChannel(
    realmId: number,
    operand: string | number,
  ): Promise<ReadableRecipient | undefined> {
    const channels = await this.streamsAccess.findWebPublic(realmId);
    const found = channels.find(({ id, name }) =>
      typeof operand === 'number'
        ? id === operand
        : name.toLowerCase() === operand.trim().toLowerCase(),
    );
    return found && { recipientId: found.recipientId, canSeeHistory: true, canSeeContent: true };
  }

  /** Returns the ids of users, named all by id or all by email address. */
  private async users(reader: Reader, names: string[]): Promise<number[]> {
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
    const addresses = new Set(emails.map((email) => email.toLowerCase()));
    const found = await this.usersService.findByEmails(reader.realmId, emails);
    return found.filter(({ email }) => addresses.has(email.toLowerCase()));
  }
}

export function textOperand(operand: NarrowOperand): string {
  if (typeof operand !== 'string') throw badNarrow(`${String(operand)} is not a string`);
  return operand;
}

export function messageIdOperand(operand: NarrowOperand): number {
  const id = typeof operand === 'string' && /^\d{1,15}$/.test(operand) ? Number(operand) : operand;
  if (typeof id !== 'number' || id < 0) throw badNarrow('a message ID must be a positive number');
  return id;
}
