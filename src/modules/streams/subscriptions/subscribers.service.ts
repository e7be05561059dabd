// Who reads which channel, as far as the person who asks may know of the channel.
import { Injectable } from '@nestjs/common';
import { invalidStreamId, StreamsAccess } from '#modules/streams/streams';
import { noSuchUser, UsersAccess } from '#modules/users/users';
import type { Actor } from '#platform/http/actor.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

@Injectable()
export class SubscribersService {
  constructor(
    private readonly subscriptionsRepository: SubscriptionsRepository,
    private readonly streamsAccess: StreamsAccess,
    private readonly usersAccess: UsersAccess,
  ) {}

  /** The ids of the subscribers, ascending. */
  async of(actor: Actor, streamId: number): Promise<number[]> {
    await this.checkVisible(actor, streamId);
    return (await this.subscriptionsRepository.subscriberIds([streamId])).get(streamId) ?? [];
  }

  async isSubscribed(actor: Actor, userId: number, streamId: number): Promise<boolean> {
    await this.checkPerson(actor, userId);
    await this.checkVisible(actor, streamId);
    return (await this.subscriptionsRepository.activeStreamIds(userId)).includes(streamId);
  }

  /** The ids of the person's channels that are not archived, ascending. */
  async streamIdsOf(actor: Actor, userId: number): Promise<number[]> {
    await this.checkPerson(actor, userId);
    const subscribed = new Set(await this.subscriptionsRepository.activeStreamIds(userId));
    return (await this.streamsAccess.findVisible(actor))
      .filter(({ stream }) => subscribed.has(stream.id) && !stream.is_archived)
      .map(({ stream }) => stream.id);
  }

  private async checkVisible(actor: Actor, streamId: number): Promise<void> {
    if (!(await this.streamsAccess.findById(actor, streamId))) throw invalidStreamId();
  }

  private async checkPerson(actor: Actor, userId: number): Promise<void> {
    const person = await this.usersAccess.byId(actor, userId);
    if (person.is_system_bot) throw noSuchUser();
  }
}
