// POST /users/me/subscriptions: makes the channels that do not exist yet and subscribes people to
// all that the caller named, in one transaction.
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
import { SubscriptionNotices } from './subscription-notices.service.js';
import {
  SubscriptionTargets,
  type TargetRequest,
  type Targets,
  type WantedStream,
} from './subscription-targets.access.js';
import type { Pair } from './subscriptions.repository.js';
import { SubscriptionsService } from './subscriptions.service.js';

export interface SubscribeRequest extends TargetRequest {
  announce: boolean;
  sendMessages: boolean;
}

export interface SubscribeResult {
  /** Channel names by user id. */
  subscribed: Map<number, string[]>;
  alreadySubscribed: Map<number, string[]>;
  unauthorized: string[];
  messagesSent: boolean;
}

@Injectable()
export class SubscribeService {
  constructor(
    private readonly subscriptionTargets: SubscriptionTargets,
    private readonly createStreamsService: CreateStreamsService,
    private readonly streamsService: StreamsService,
    private readonly subscriptionsService: SubscriptionsService,
    private readonly subscriptionNotices: SubscriptionNotices,
    private readonly database: Database,
  ) {}

  async subscribe(actor: Actor, request: SubscribeRequest): Promise<SubscribeResult> {
    const { people, settings } = request;
    const userIds = people.map(({ id }) => id);
    const found = await this.subscriptionTargets.find(actor, request);
    return this.database.transaction(async () => {
      await this.subscriptionsService.lockPeople(userIds);
      const created = await this.create(actor, found.missing, settings);
      const taken = await this.findTaken(actor, request, found.missing, created);
      const own = new Set(created.map(({ id }) => id));
      const others = [...found.existing, ...taken.existing].filter(({ id }) => !own.has(id));
      const existing = await this.lock(actor, others);
      const streams = [...existing, ...created];
      const added = await this.subscriptionsService.add(actor.realmId, userIds, streams, {
        created,
        colors: new Map([...found.colors, ...taken.colors, ...colorsOf(created, found.missing)]),
      });
      const messagesSent = await this.subscriptionNotices.send(actor, {
        people,
        streams,
        created,
        added,
        announce: request.announce,
        tellPeople: request.sendMessages,
      });
      return {
        ...namesByUser(userIds, streams, added),
        unauthorized: [...found.unauthorized, ...taken.unauthorized],
        messagesSent,
      };
    });
  }

  /** Each once, as it is now, if it is still what the caller may subscribe to. */
  private async lock(actor: Actor, found: Stream[]): Promise<Stream[]> {
    if (found.length === 0) return [];
    // Names that differ here can be the same to the database.
    const checked = new Map(found.map((stream) => [stream.id, stream]));
    const present = await this.streamsService.lock(actor.realmId, [...checked.keys()]);
    for (const stream of present) {
      const { invite_only: wasPrivate } = checked.get(stream.id)!;
      if (stream.is_archived || (stream.invite_only && !wasPrivate)) {
        throw ApiError.badRequest(`The channel '${stream.name}' has changed meanwhile`);
      }
    }
    return present;
  }

  private async create(
    actor: Actor,
    missing: WantedStream[],
    settings: StreamSettings,
  ): Promise<Stream[]> {
    if (missing.length === 0) return [];
    return this.createStreamsService.create(actor.realmId, actor.userId, missing, settings);
  }

  /** Channels that somebody else made between the look and the creation. */
  private async findTaken(
    actor: Actor,
    request: SubscribeRequest,
    missing: WantedStream[],
    created: Stream[],
  ): Promise<Targets> {
    const streams = missing.filter((wanted) => !created.some(({ name }) => name === wanted.name));
    return this.subscriptionTargets.find(actor, { ...request, streams });
  }
}

function colorsOf(created: Stream[], wanted: WantedStream[]): [id: number, color: string][] {
  const colors = new Map(wanted.map(({ name, color }) => [name, color]));
  return created.flatMap(({ id, name }) => {
    const color = colors.get(name);
    return color === undefined ? [] : [[id, color]];
  });
}

function namesByUser(
  userIds: number[],
  streams: Stream[],
  added: Pair[],
): Pick<SubscribeResult, 'subscribed' | 'alreadySubscribed'> {
  const isNew = new Set(added.map(({ user_id, stream_id }) => `${user_id} ${stream_id}`));
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
