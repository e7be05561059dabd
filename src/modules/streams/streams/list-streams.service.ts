// Lists streams. GET /streams returns the union of the requested sets, limited to streams whose
// metadata the caller can access.
import { Injectable } from '@nestjs/common';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import { ReadyJson } from '#platform/http/ready-json.js';
import { type AccessedStream, StreamsAccess } from './streams.access.js';
import type { GetStreamsDto } from './streams.dto.js';
import { StreamsService } from './streams.service.js';
import { streamView } from './streams.view.js';

@Injectable()
export class ListStreamsService {
  constructor(
    private readonly streamsAccess: StreamsAccess,
    private readonly streamsService: StreamsService,
  ) {}

  /** Includes archived streams. */
  async get(actor: Actor, id: number): Promise<Schema<'Channel'>> {
    const { stream } = await this.streamsAccess.requireById(actor, id);
    return streamView(stream, await this.streamsService.postingGroups(actor.realmId));
  }

  async list(actor: Actor, filter: GetStreamsDto): Promise<ReadyJson<Schema<'ListedChannel'>[]>> {
    if (filter.include_all_active && actor.role > Role.Administrator) {
      throw ApiError.badRequest('Only administrators can use include_all_active');
    }
    const visible = await this.streamsAccess.findVisible(actor);
    const groups = await this.streamsService.postingGroups(actor.realmId);
    const listed = visible
      .filter(({ stream }) => !(filter.exclude_archived && stream.isArchived))
      .filter((accessed) => isRequested(accessed, filter));
    return ReadyJson.values(listed, ({ stream }) =>
      Object.assign(
        streamView(stream, groups),
        filter.include_default ? { is_default: stream.isDefault } : undefined,
      ),
    );
  }
}

function isRequested(accessed: AccessedStream, filter: GetStreamsDto): boolean {
  const { stream } = accessed;
  return (
    filter.include_all ||
    filter.include_all_active ||
    (filter.include_public && !stream.inviteOnly && accessed.canSeeContent) ||
    (filter.include_web_public && stream.isWebPublic) ||
    (filter.include_subscribed && stream.isSubscribed) ||
    (filter.include_default && stream.isDefault) ||
    (filter.include_owner_subscribed && stream.ownerIsSubscribed) ||
    (filter.include_can_access_content && accessed.canSeeContent)
  );
}
