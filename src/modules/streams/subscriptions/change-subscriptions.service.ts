// PATCH /users/me/subscriptions: subscribes to some streams and unsubscribes from others, atomically.
import { Injectable } from '@nestjs/common';
import { PLAIN_STREAM } from '#modules/streams/streams';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { PrincipalsService } from './principals.service.js';
import { SubscribeService } from './subscribe.service.js';
import type { RequestedStream } from './subscription-targets.access.js';
import { UnsubscribeService } from './unsubscribe.service.js';

/** Contains names of streams. */
export interface SubscriptionsChanged {
  subscribed: string[];
  alreadySubscribed: string[];
  removed: string[];
  notRemoved: string[];
}

@Injectable()
export class ChangeSubscriptionsService {
  constructor(
    private readonly principalsService: PrincipalsService,
    private readonly subscribeService: SubscribeService,
    private readonly unsubscribeService: UnsubscribeService,
    private readonly database: Database,
  ) {}

  async change(
    actor: Actor,
    { join, leave }: { join: RequestedStream[]; leave: string[] },
  ): Promise<SubscriptionsChanged> {
    if (join.length === 0 && leave.length === 0) {
      throw ApiError.badRequest('Nothing to do. Specify at least one of "add" or "delete".');
    }
    const people = await this.principalsService.resolve(actor, undefined);
    return this.database.transaction(async () => {
      const { subscribed, alreadySubscribed } = await this.subscribeService.subscribe(actor, {
        streams: join,
        people,
        settings: PLAIN_STREAM,
        refusalsAreFatal: true,
        announce: false,
        sendMessages: false,
      });
      return {
        subscribed: subscribed.get(actor.userId) ?? [],
        alreadySubscribed: alreadySubscribed.get(actor.userId) ?? [],
        ...(await this.unsubscribeService.unsubscribe(actor, leave, people)),
      };
    });
  }
}
