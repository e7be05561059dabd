// POST /calls/start: rings the users of a conversation, or joins its live call. A conversation has at most one
// live call: if two users start at the same time, one of them joins the call of the other.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import {
  type CallConversation,
  CallConversationsAccess,
  CallPeople,
  type ConversationInput,
} from '#modules/calls/conversations';
import { DirectConversations } from '#modules/messages/send';
import { Clock } from '#platform/clock.js';
import { randomId } from '#platform/crypto.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { CallActionsRepository, type NewCallAction } from './call-actions.repository.js';
import { CallChanges } from './call-changes.service.js';
import { CallTransactions } from './call-transactions.service.js';
import { idempotencyKeyReused, invalidCallState } from './call-errors.js';
import { fingerprint } from './call-fingerprint.js';
import { type Act, afterAct, newParticipant } from './call-lifecycle.js';
import type { MediaType } from './call.entity.js';
import { type Call, CallsRepository } from './calls.repository.js';

export interface StartInput {
  conversation: ConversationInput;
  mediaType: MediaType;
  title: string;
  appCallId: string | null;
  metadata: object;
  idempotencyKey: string;
  deviceInstanceId: string;
  callTraceId: string;
}

export interface CallAnswer {
  call: Call;
  /** Whether the request changed the call. */
  applied: boolean;
}

interface NewCall {
  id: string;
  conversation: CallConversation;
  input: StartInput;
  now: Date;
}

/** Meanwhile, another request started or ended the call of the conversation, or used the idempotency key. */
class ConcurrentStart extends Error {}

@Injectable()
export class StartCallService {
  constructor(
    private readonly callConversationsAccess: CallConversationsAccess,
    private readonly callPeople: CallPeople,
    private readonly callsRepository: CallsRepository,
    private readonly callActionsRepository: CallActionsRepository,
    private readonly callChanges: CallChanges,
    private readonly directConversations: DirectConversations,
    private readonly rateLimiter: RateLimiter,
    private readonly callTransactions: CallTransactions,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async start(actor: Actor, input: StartInput): Promise<CallAnswer> {
    if (actor.isBot) throw ApiError.badRequest('Bots cannot take part in calls');
    let conversation = await this.callConversationsAccess.requireReadable(
      actor,
      input.conversation,
    );
    const action = startAction(actor, conversation, input);
    const repeated = await this.findRepeated(actor, action);
    if (repeated) return repeated;
    await this.rateLimiter.consume('callStart', String(actor.userId));
    for (;;) {
      try {
        return await this.startOrJoin(actor, conversation, input, action);
      } catch (error) {
        if (!(error instanceof ConcurrentStart)) throw error;
      }
      const concurrent = await this.findRepeated(actor, action);
      if (concurrent) return concurrent;
      // The other request may have created the conversation.
      conversation = await this.callConversationsAccess.requireReadable(actor, input.conversation);
    }
  }

  private async findRepeated(
    { realmId, userId }: Actor,
    action: NewCallAction,
  ): Promise<CallAnswer | undefined> {
    const earlier = await this.callActionsRepository.findStart(userId, action.idempotencyKey);
    if (!earlier) return undefined;
    if (!earlier.fingerprint.equals(action.fingerprint)) throw idempotencyKeyReused();
    const call = await this.callsRepository.find(realmId, earlier.callId);
    return call && { call, applied: false };
  }

  private async startOrJoin(
    actor: Actor,
    conversation: CallConversation,
    input: StartInput,
    action: NewCallAction,
  ): Promise<CallAnswer> {
    const { recipientId, topic } = conversation;
    const liveId =
      recipientId === undefined
        ? undefined
        : await this.callsRepository.findLiveId(recipientId, topic);
    if (liveId !== undefined) {
      return this.callTransactions.run(actor.realmId, liveId, () =>
        this.join(actor, liveId, action),
      );
    }
    await this.callConversationsAccess.checkWritable(actor, conversation);
    const others = await this.callPeople.requireOthers(actor, conversation);
    const muters = await this.callPeople.findMuters(actor.userId, others);
    const people = [
      newParticipant(actor.userId),
      ...others.map((userId) => newParticipant(userId, { isNotified: !muters.has(userId) })),
    ];
    const id = randomId();
    return this.callTransactions.run(actor.realmId, id, async () => {
      const now = this.clock.now();
      const call = await this.newCall(actor, { id, conversation, input, now });
      const ringing = afterAct({ ...call, participants: people }, this.act(actor, now))!;
      const [isNew] = await Promise.all([
        this.callChanges.insert(ringing),
        this.remember(actor, ringing, action),
      ]);
      if (!isNew) throw new ConcurrentStart();
      return { call: ringing, applied: true };
    });
  }

  /** Joins the current transaction. */
  private async join(
    actor: Actor,
    id: string,
    action: NewCallAction,
  ): Promise<CallAnswer | ApiError> {
    const before = await this.callsRepository.lock(actor.realmId, id);
    if (!before || before.state === 'ended') throw new ConcurrentStart();
    const self = before.participants.find(({ userId }) => userId === actor.userId);
    if (self?.state === 'joined') return { call: before, applied: false };
    if (!self && !this.callPeople.hasPlace(before.participants.length)) {
      return this.callPeople.tooMany();
    }
    const after = afterAct(before, this.act(actor, this.clock.now()));
    if (!after) return invalidCallState('start', before);
    await Promise.all([
      this.remember(actor, after, action),
      this.callChanges.save(actor.realmId, [{ before, after }]),
    ]);
    return { call: after, applied: true };
  }

  private act({ userId }: Actor, now: Date): Act {
    const ringEndsAt = this.clock.later(this.config.calls.ringSeconds);
    return { trigger: 'start', userId, now, ringEndsAt };
  }

  /** Returns the call before it rings. Creates the conversation if it does not exist. */
  private async newCall(
    { realmId, userId }: Actor,
    { id, conversation, input, now }: NewCall,
  ): Promise<Call> {
    const isDirect = conversation.kind === 'dm';
    let { recipientId } = conversation;
    if (isDirect && recipientId === undefined) {
      [recipientId] = await this.directConversations.start(realmId, [conversation.users]);
    }
    return {
      id,
      realmId,
      recipientId: recipientId!,
      streamId: isDirect ? null : conversation.channel.stream.id,
      dmUserIds: isDirect ? conversation.users.map((user) => user.id) : null,
      topic: conversation.topic,
      title: input.title,
      appCallId: input.appCallId,
      mediaType: input.mediaType,
      metadata: input.metadata,
      initiatorId: userId,
      state: 'none',
      startedAt: now,
      answeredAt: null,
      endedAt: null,
      endReason: null,
      ringEndsAt: null,
      participants: [],
    };
  }

  private async remember({ userId }: Actor, { id }: Call, action: NewCallAction): Promise<void> {
    const now = this.clock.now();
    const isNew = await this.callActionsRepository.insert(id, userId, action, now);
    if (!isNew) throw new ConcurrentStart();
  }
}

function startAction(
  { clientName }: Actor,
  conversation: CallConversation,
  input: StartInput,
): NewCallAction {
  const place =
    conversation.kind === 'dm'
      ? conversation.users.map(({ id }) => id)
      : [conversation.channel.stream.id, conversation.topic.toLowerCase()];
  return {
    action: 'start',
    idempotencyKey: input.idempotencyKey,
    fingerprint: fingerprint(conversation.kind, place, input.mediaType, input.title),
    callTraceId: input.callTraceId,
    deviceInstanceId: input.deviceInstanceId,
    clientActionId: null,
    source: null,
    surface: null,
    accessoryInstanceIdHash: null,
    occurredAt: null,
    metadata: input.metadata,
    clientName,
  };
}
