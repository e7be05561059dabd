// POST /users/me/subscriptions: creates the streams that do not exist yet and subscribes the users to all
// requested streams, in one transaction.
import { Injectable } from '@nestjs/common';
import {
  CreateStreamsService,
  type Stream,
  type StreamSettings,
  StreamsService,
} from '#modules/streams/streams';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { checkSubscriptionCount } from './subscription-count.js';
import { SubscriptionNotifications } from './subscription-notifications.service.js';
import {
  SubscriptionTargetsAccess,
  type TargetRequest,
  type Targets,
  type RequestedStream,
} from './subscription-targets.access.js';
import type { SubscriptionKey } from './subscriptions.repository.js';
import { SubscriptionsService } from './subscriptions.service.js';

export interface SubscribeRequest extends TargetRequest {
  announce: boolean;
  sendMessages: boolean;
}

export interface SubscribeResult {
  /** Names of streams, keyed by user id. */
  subscribed: Map<number, string[]>;
  alreadySubscribed: Map<number, string[]>;
  unauthorized: string[];
  messagesSent: boolean;
}

@Injectable()
export class SubscribeService {
  constructor(
    private readonly subscriptionTargetsAccess: SubscriptionTargetsAccess,
    private readonly createStreamsService: CreateStreamsService,
    private readonly streamsService: StreamsService,
    private readonly subscriptionsService: SubscriptionsService,
    private readonly subscriptionNotifications: SubscriptionNotifications,
    private readonly database: Database,
  ) {}

  async subscribe(actor: Actor, request: SubscribeRequest): Promise<SubscribeResult> {
    const { people, settings } = request;
    const userIds = people.map(({ id }) => id);
    checkSubscriptionCount(request.streams.length, people.length);
    const targets = await this.subscriptionTargetsAccess.resolve(actor, request);
    return this.database.transaction(async () => {
      await this.subscriptionsService.lockUsers(userIds);
      const created = await this.create(actor, targets.missing, settings);
      const taken = await this.findTaken(actor, request, targets.missing, created);
      const createdIds = new Set(created.map(({ id }) => id));
      const others = [...targets.existing, ...taken.existing].filter(
        ({ id }) => !createdIds.has(id),
      );
      const existing = await this.lock(actor, others);
      const streams = [...existing, ...created];
      const added = await this.subscriptionsService.add(actor.realmId, userIds, streams, {
        created,
        colors: new Map([
          ...targets.colors,
          ...taken.colors,
          ...colorsOf(created, targets.missing),
        ]),
      });
      const messagesSent = await this.subscriptionNotifications.send(actor, {
        people,
        streams,
        created,
        added,
        announce: request.announce,
        sendMessages: request.sendMessages,
      });
      return {
        ...namesByUser(userIds, streams, added),
        unauthorized: [...targets.unauthorized, ...taken.unauthorized],
        messagesSent,
      };
    });
  }

  /** Locks the streams. Throws if one of them was archived or made private since the permission check. */
  private async lock(actor: Actor, streams: Stream[]): Promise<Stream[]> {
    if (streams.length === 0) return [];
    // Distinct names can match the same stream, since the database folds case differently.
    const checked = new Map(streams.map((stream) => [stream.id, stream]));
    const locked = await this.streamsService.lock(actor.realmId, [...checked.keys()]);
    for (const stream of locked) {
      const { inviteOnly: wasPrivate } = checked.get(stream.id)!;
      if (stream.isArchived || (stream.inviteOnly && !wasPrivate)) {
        throw ApiError.badRequest(
          `The channel '${stream.name}' was changed by a concurrent request`,
        );
      }
    }
    return locked;
  }

  private async create(
    actor: Actor,
    missing: RequestedStream[],
    settings: StreamSettings,
  ): Promise<Stream[]> {
    if (missing.length === 0) return [];
    return this.createStreamsService.create(actor.realmId, actor.userId, missing, settings);
  }

  /** Resolves streams that a concurrent request created after the permission check. */
  private async findTaken(
    actor: Actor,
    request: SubscribeRequest,
    missing: RequestedStream[],
    created: Stream[],
  ): Promise<Targets> {
    const streams = missing.filter((stream) => !created.some(({ name }) => name === stream.name));
    return this.subscriptionTargetsAccess.resolve(actor, { ...request, streams });
  }
}

function colorsOf(created: Stream[], requested: RequestedStream[]): [id: number, color: string][] {
  const colors = new Map(requested.map(({ name, color }) => [name, color]));
  return created.flatMap(({ id, name }) => {
    const color = colors.get(name);
    return color === undefined ? [] : [[id, color]];
  });
}

function namesByUser(
  userIds: number[],
  streams: Stream[],
  added: SubscriptionKey[],
): Pick<SubscribeResult, 'subscribed' | 'alreadySubscribed'> {
  const isNew = new Set(added.map(({ userId, streamId }) => `${userId} ${streamId}`));
  const subscribed = new Map<number, string[]>();
  const alreadySubscribed = new Map<number, string[]>();
  for (const userId of userIds) {
    for (const { id, name } of streams) {
      const list = isNew.has(`${userId} ${id}`) ? subscribed : alreadySubscribed;
      const names = list.get(userId);
      if (names) names.push(name);
      else list.set(userId, [name]);
    }
  }
  return { subscribed, alreadySubscribed };
}
