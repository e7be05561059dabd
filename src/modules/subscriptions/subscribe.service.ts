// POST /users/me/subscriptions: makes the channels that do not exist yet and subscribes people to
// all that the caller named, in one transaction.
import { Injectable } from '@nestjs/common';
import { RealmPermissions } from '#modules/realms/realm-permissions.access.js';
import {
  CreateStreamsService,
  type StreamSettings,
} from '#modules/streams/create-streams.service.js';
import { StreamsAccess } from '#modules/streams/streams.access.js';
import type { Stream } from '#modules/streams/streams.view.js';
import type { UserSummary } from '#modules/users/users.view.js';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { SubscriptionNotices } from './subscription-notices.service.js';
import type { Pair } from './subscriptions.repository.js';
import { SubscriptionsService } from './subscriptions.service.js';

export interface SubscribeRequest {
  streams: { name: string; description: string }[];
  people: UserSummary[];
  settings: StreamSettings;
  /** Refuse everything when one channel can not be subscribed to, or only leave that one out. */
  refusalsAreFatal: boolean;
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

interface Targets {
  existing: Stream[];
  missing: { name: string; description: string }[];
  unauthorized: string[];
}

@Injectable()
export class SubscribeService {
  constructor(
    private readonly access: StreamsAccess,
    private readonly creation: CreateStreamsService,
    private readonly permissions: RealmPermissions,
    private readonly subscriptions: SubscriptionsService,
    private readonly notices: SubscriptionNotices,
    private readonly database: Database,
  ) {}

  async subscribe(actor: Actor, request: SubscribeRequest): Promise<SubscribeResult> {
    const { people, settings } = request;
    const targets = await this.targets(actor, request);
    if (targets.missing.length > 0) await this.creation.checkMayCreate(actor, settings);
    const userIds = people.map(({ id }) => id);
    const done = await this.database.transaction(async () => {
      const created = await this.creation.create(
        actor.realmId,
        actor.userId,
        targets.missing,
        settings,
      );
      const streams = [...targets.existing, ...created];
      const createdIds = new Set(created.map(({ id }) => id));
      const added = await this.subscriptions.add(actor.realmId, userIds, streams, createdIds);
      const messagesSent = await this.notices.send(actor, {
        people,
        streams,
        created,
        added,
        announce: request.announce,
        tellPeople: request.sendMessages,
      });
      return { streams, added, messagesSent };
    });
    return { ...namesByUser(userIds, done.streams, done.added), ...targets, ...done };
  }

  /** Sorts the named channels into those to join, to make, and to refuse. */
  private async targets(actor: Actor, request: SubscribeRequest): Promise<Targets> {
    const { people, refusalsAreFatal } = request;
    const wanted = new Map(
      request.streams.map(({ name, description }) => [
        name.trim().toLowerCase(),
        { name: name.trim(), description },
      ]),
    );
    const found = await this.access.findByNames(actor, [...wanted.keys()]);
    const others = people.some(({ id }) => id !== actor.userId);
    const mayAddAnywhere =
      others && (await this.permissions.holds(actor, 'can_add_subscribers_group'));
    const targets: Targets = { existing: [], missing: [], unauthorized: [] };
    for (const accessed of found) {
      const { stream } = accessed;
      wanted.delete(stream.name.toLowerCase());
      if (stream.is_archived && accessed.canSeeMetadata) {
        throw ApiError.badRequest(`The channel '${stream.name}' is archived`);
      }
      if (!accessed.canSubscribeSelf) targets.unauthorized.push(stream.name);
      else if (others && !mayAddAnywhere && !accessed.isIn('can_add_subscribers_group')) {
        throw mayNotSubscribeOthers();
      } else targets.existing.push(stream);
    }
    targets.missing = [...wanted.values()];
    if (targets.missing.length > 0 && others && !mayAddAnywhere) throw mayNotSubscribeOthers();
    if (refusalsAreFatal && targets.unauthorized.length > 0) {
      throw ApiError.badRequest(`Unable to access channel (${targets.unauthorized.join(', ')}).`);
    }
    return targets;
  }
}

function mayNotSubscribeOthers(): ApiError {
  return new ApiError('UNAUTHORIZED_PRINCIPAL', 400, 'You may not subscribe other people');
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
