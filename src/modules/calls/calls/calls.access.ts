// Access to calls: participants have access while they may read the conversation.
import { Injectable } from '@nestjs/common';
import { CallConversationsAccess } from '#modules/calls/conversations';
import type { Actor } from '#platform/http/actor.js';
import { type Call, CallsRepository } from './calls.repository.js';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Whether the text can be the id of a call. */
export function isCallId(text: string): boolean {
  return UUID.test(text);
}

@Injectable()
export class CallsAccess {
  constructor(
    private readonly callsRepository: CallsRepository,
    private readonly callConversationsAccess: CallConversationsAccess,
  ) {}

  /** Whether the actor is a participant of the call and may read its conversation. */
  async canAccess(actor: Actor, call: Call): Promise<boolean> {
    const isParticipant = call.participants.some(({ userId }) => userId === actor.userId);
    return isParticipant && this.callConversationsAccess.canRead(actor, call);
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
