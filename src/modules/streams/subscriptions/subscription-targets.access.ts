// Resolves the streams of a subscribe request and checks the permissions of the caller.
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

/** A stream by name, with the description and color that new streams and subscriptions get. */
export interface RequestedStream {
  name: string;
  description: string;
  color?: string;
}

export interface TargetRequest {
  streams: RequestedStream[];
  people: UserSummary[];
  /** Settings of streams to create. */
  settings: StreamSettings;
  /** Whether an inaccessible stream fails the whole request; otherwise it is skipped. */
  refusalsAreFatal: boolean;
}

export interface Targets {
  existing: Stream[];
  /** Streams to create. */
  missing: RequestedStream[];
  /** Names of streams to which the caller may not subscribe. */
  unauthorized: string[];
  /** Requested colors, keyed by the id of the existing stream. */
  colors: Map<number, string>;
}

@Injectable()
export class SubscriptionTargetsAccess {
  constructor(
    private readonly streamsAccess: StreamsAccess,
    private readonly createStreamsAccess: CreateStreamsAccess,
    private readonly realmPermissions: RealmPermissions,
  ) {}

  async resolve(actor: Actor, request: TargetRequest): Promise<Targets> {
    const targets: Targets = { existing: [], missing: [], unauthorized: [], colors: new Map() };
    if (request.streams.length === 0) return targets;
    const requested = distinct(request.streams);
    const names = requested.map(({ name }) => name);
    const streams = await this.streamsAccess.findByNames(actor, names);
    const includesOthers = request.people.some(({ id }) => id !== actor.userId);
    const mayAddAnywhere =
      !includesOthers || (await this.realmPermissions.holds(actor, 'can_add_subscribers_group'));
    for (const [index, stream] of requested.entries()) {
      const accessed = streams[index];
      if (!mayAddAnywhere && !mayAddTo(accessed)) {
        throw new ApiError('UNAUTHORIZED_PRINCIPAL', 400, 'You may not subscribe other users');
      }
      if (!accessed) {
        targets.missing.push(stream);
      } else if (accessed.canSubscribeSelf) {
        targets.existing.push(accessed.stream);
        if (stream.color !== undefined) targets.colors.set(accessed.stream.id, stream.color);
      } else if (accessed.canSeeMetadata && accessed.stream.isArchived) {
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

/** Administering a stream includes adding subscribers. Other permissions are checked afterwards. */
function mayAddTo(accessed: AccessedStream | undefined): boolean {
  if (!accessed) return false;
  return accessed.holds('can_add_subscribers_group') || accessed.canAdminister;
}

/** Trims the names. Of names that differ only in case, the last one wins. */
function distinct(streams: RequestedStream[]): RequestedStream[] {
  const byName = new Map<string, RequestedStream>();
  for (const stream of streams) {
    const name = stream.name.trim();
    byName.set(name.toLowerCase(), { ...stream, name });
  }
  return [...byName.values()];
}
