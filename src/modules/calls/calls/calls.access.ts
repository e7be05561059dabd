// Access to calls: participants have access while they may read the conversation.
import { Injectable } from '@nestjs/common';
import { CallConversationsAccess } from '#modules/calls/conversations';
import type { Actor } from '#platform/http/actor.js';
import { noSuchCall } from './call-errors.js';
import { type Call, CallsRepository } from './calls.repository.js';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

@Injectable()
export class CallsAccess {
  constructor(
    private readonly callsRepository: CallsRepository,
    private readonly callConversationsAccess: CallConversationsAccess,
  ) {}

  /** Throws the same error for calls that do not exist and for calls without access. */
  async check(actor: Actor, callId: string): Promise<void> {
    const place = UUID.test(callId)
      ? await this.callsRepository.findPlace(actor.realmId, actor.userId, callId)
      : undefined;
    if (!place || !(await this.callConversationsAccess.canRead(actor, place))) throw noSuchCall();
  }

  /** Returns the live calls whose events the actor receives, newest first. */
  async findLive(actor: Actor): Promise<Call[]> {
    const calls = await this.callsRepository.findLiveOf(actor.realmId, actor.userId);
    const streamIds = calls.flatMap(({ streamId }) => streamId ?? []);
    if (streamIds.length === 0) return calls;
    const readable = await this.callConversationsAccess.readableStreams(actor, streamIds);
    return calls.filter(({ streamId }) => streamId === null || readable.has(streamId));
  }
}
