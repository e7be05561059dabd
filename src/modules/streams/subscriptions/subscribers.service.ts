// Lists the subscribers of a stream and the streams of a user, limited to streams that the caller can see.
import { Injectable } from '@nestjs/common';
import { StreamsAccess } from '#modules/streams/streams';
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

  /** Returns user ids in ascending order. */
  async findSubscriberIds(actor: Actor, streamId: number): Promise<number[]> {
    await this.streamsAccess.requireById(actor, streamId);
    return (await this.subscriptionsRepository.subscriberIds([streamId])).get(streamId) ?? [];
  }

  async isSubscribed(actor: Actor, userId: number, streamId: number): Promise<boolean> {
    await this.checkUser(actor, userId);
    await this.streamsAccess.requireById(actor, streamId);
    return (await this.subscriptionsRepository.activeStreamIds(userId)).includes(streamId);
  }

  /** Returns the ids of subscribed streams that are not archived, in ascending order. */
  async findStreamIds(actor: Actor, userId: number): Promise<number[]> {
    await this.checkUser(actor, userId);
    const subscribed = new Set(await this.subscriptionsRepository.activeStreamIds(userId));
    return (await this.streamsAccess.findVisible(actor))
      .filter(({ stream }) => subscribed.has(stream.id) && !stream.isArchived)
      .map(({ stream }) => stream.id);
  }

  private async checkUser(actor: Actor, userId: number): Promise<void> {
    const user = await this.usersAccess.requireById(actor, userId);
    if (user.isSystemBot) throw noSuchUser();
  }
}
