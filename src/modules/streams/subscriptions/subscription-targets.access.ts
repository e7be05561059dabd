// Finds the channels that people are to be subscribed to, and checks that the caller may do that.
import { Injectable } from '@nestjs/common';
import { RealmPermissions } from '#modules/realms/realms';
import {
  type AccessedStream,
  CreateStreamsAccess,
  type Stream,
  StreamsAccess,
  type StreamSettings,
} from '#modules/streams/streams';
import type { UserSummary } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';

/** A channel by its name, with what it gets when it is new to somebody. */
export interface WantedStream {
  name: string;
  description: string;
  color?: string;
}

export interface TargetRequest {
  streams: WantedStream[];
  people: UserSummary[];
  /** For channels that have to be made. */
  settings: StreamSettings;
  /** Refuse everything when one channel can not be subscribed to, or only leave that one out. */
  refusalsAreFatal: boolean;
}

export interface Targets {
  existing: Stream[];
  /** Those to make. */
  missing: WantedStream[];
  /** Names of channels that are closed to the caller. */
  unauthorized: string[];
  /** The colours that were asked for, by the channels that exist. */
  colors: Map<number, string>;
}

@Injectable()
export class SubscriptionTargets {
  constructor(
    private readonly streamsAccess: StreamsAccess,
    private readonly createStreamsAccess: CreateStreamsAccess,
    private readonly realmPermissions: RealmPermissions,
  ) {}

  async find(actor: Actor, request: TargetRequest): Promise<Targets> {
    const targets: Targets = { existing: [], missing: [], unauthorized: [], colors: new Map() };
    if (request.streams.length === 0) return targets;
    const wanted = distinct(request.streams);
    const names = wanted.map(({ name }) => name);
    const found = await this.streamsAccess.findByNames(actor, names);
    const others = request.people.some(({ id }) => id !== actor.userId);
    const mayAddAnywhere =
      !others || (await this.realmPermissions.holds(actor, 'can_add_subscribers_group'));
    for (const [index, stream] of wanted.entries()) {
      const accessed = found[index];
      if (!mayAddAnywhere && !mayAddTo(accessed)) {
        throw new ApiError('UNAUTHORIZED_PRINCIPAL', 400, 'You may not subscribe other people');
      }
      if (!accessed) {
        targets.missing.push(stream);
      } else if (accessed.canSubscribeSelf) {
        targets.existing.push(accessed.stream);
        if (stream.color !== undefined) targets.colors.set(accessed.stream.id, stream.color);
      } else if (accessed.canSeeMetadata && accessed.stream.is_archived) {
        throw ApiError.badRequest(`The channel '${stream.name}' is archived`);
      } else {
        targets.unauthorized.push(stream.name);
      }
    }
    if (request.refusalsAreFatal && targets.unauthorized.length > 0) {
      throw ApiError.badRequest(`Unable to access channel (${targets.unauthorized.join(', ')}).`);
    }
    if (targets.missing.length > 0) await this.createStreamsAccess.check(actor, request.settings);
    return targets;
  }
}

/** Who administers a channel can add to it; what is in the way besides that is asked for later. */
function mayAddTo(accessed: AccessedStream | undefined): boolean {
  if (!accessed) return false;
  return accessed.holds('can_add_subscribers_group') || accessed.canAdminister;
}

/** Names without white space around them; of those that differ in case only, the last one. */
function distinct(streams: WantedStream[]): WantedStream[] {
  const byName = new Map<string, WantedStream>();
  for (const stream of streams) {
    const name = stream.name.trim();
    byName.set(name.toLowerCase(), { ...stream, name });
  }
  return [...byName.values()];
}
