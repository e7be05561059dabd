// The users that a call rings: the users of a direct message conversation, or the subscribers of a channel
// who have not muted it, without bots and deactivated users.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { RealmPermissions } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import type { CallConversation } from './call-conversations.access.js';
import { CallPeopleRepository } from './call-people.repository.js';

/** Ringing more users requires the permission to mention many users. */
const MANY = 15;

@Injectable()
export class CallPeople {
  constructor(
    private readonly callPeopleRepository: CallPeopleRepository,
    private readonly realmPermissions: RealmPermissions,
    private readonly config: Config,
  ) {}

  /** Returns the users other than the actor. Throws if there are none or too many. */
  async requireOthers(actor: Actor, conversation: CallConversation): Promise<number[]> {
    const { maxParticipants } = this.config.calls;
    const others = await this.othersIn(actor, conversation, maxParticipants);
    if (others.length === 0) {
      throw ApiError.badRequest('There is no other user to call in this conversation');
    }
    if (!this.hasPlace(others.length)) throw this.tooMany();
    if (conversation.kind === 'channel' && others.length > MANY) {
      const isPermitted = await this.realmPermissions.holds(actor, 'can_mention_many_users_group');
      if (!isPermitted) {
        throw ApiError.badRequest(`You may not call more than ${MANY} users`);
      }
    }
    return others;
  }

  /** Whether a call with this number of participants can have another one. */
  hasPlace(participantCount: number): boolean {
    return participantCount < this.config.calls.maxParticipants;
  }

  /** The error for a call with too many participants. */
  tooMany(): ApiError {
    return ApiError.badRequest(
      `A call can have at most ${this.config.calls.maxParticipants} participants`,
    );
  }

  /** Returns the ids of the users who have muted the caller. */
  findMuters(callerId: number, userIds: number[]): Promise<Set<number>> {
    return this.callPeopleRepository.findMuters(callerId, userIds);
  }

  private async othersIn(
    { userId }: Actor,
    conversation: CallConversation,
    limit: number,
  ): Promise<number[]> {
    if (conversation.kind === 'dm') {
      return conversation.users
        .filter(({ id, isActive, botType }) => id !== userId && isActive && botType === null)
        .map(({ id }) => id);
    }
    const { stream } = conversation.channel;
    const options = { exceptId: userId, limit };
    return this.callPeopleRepository.findListeners(stream.id, conversation.topic, options);
  }
}
