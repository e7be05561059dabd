// Loads channels for a person and checks what the person may do with them, or throws.
// A channel that the person may not know of is answered like one that does not exist.
import { Injectable } from '@nestjs/common';
import { type StreamPermission, type GroupGraph, GroupMembership } from '#modules/groups/groups';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import {
  canAdminister,
  canPost,
  canSeeContent,
  canSeeHistory,
  canSeeMetadata,
  canSubscribeSelf,
  grantsContent,
  holds,
  type StreamViewer,
} from './stream-rules.js';
import { StreamsRepository } from './streams.repository.js';
import type { Stream, StreamForViewer } from './streams.view.js';

/** A channel, and the answers for one person. */
export class AccessedStream {
  constructor(
    readonly stream: StreamForViewer,
    private readonly streamViewer: StreamViewer,
  ) {}

  get canSeeMetadata(): boolean {
    return canSeeMetadata(this.streamViewer, this.stream);
  }

  get canSeeContent(): boolean {
    return canSeeContent(this.streamViewer, this.stream);
  }

  get canAdminister(): boolean {
    return canAdminister(this.streamViewer, this.stream);
  }

  get canSeeHistory(): boolean {
    return canSeeHistory(this.streamViewer, this.stream);
  }

  get canSubscribeSelf(): boolean {
    return canSubscribeSelf(this.streamViewer, this.stream);
  }

  get canPost(): boolean {
    return canPost(this.streamViewer, this.stream);
  }

  holds(permission: StreamPermission): boolean {
    return holds(this.streamViewer, this.stream, permission);
  }
}

@Injectable()
export class StreamsAccess {
  constructor(
    private readonly streamsRepository: StreamsRepository,
    private readonly groupMembership: GroupMembership,
  ) {}

  /** Every channel whose metadata the person may see. */
  async visible(actor: Actor): Promise<AccessedStream[]> {
    const all = await this.wrap(
      actor,
      await this.streamsRepository.findAll(actor.realmId, actor.userId),
    );
    return all.filter((accessed) => accessed.canSeeMetadata);
  }

  /** The same for somebody, in a role and by memberships that need not be those of now. */
  async visibleBy(actor: Actor, graph: GroupGraph): Promise<AccessedStream[]> {
    const viewer: StreamViewer = { actor, isIn: (value) => graph.contains(value, actor) };
    const all = await this.streamsRepository.findAll(actor.realmId, actor.userId);
    return all
      .map((stream) => new AccessedStream(stream, viewer))
      .filter((accessed) => accessed.canSeeMetadata);
  }

  /** Those of the channels whose metadata the person may see. */
  async visibleOf(actor: Actor, ids: number[]): Promise<AccessedStream[]> {
    const found = await this.streamsRepository.findByIds(actor.realmId, actor.userId, ids);
    const some = await this.wrap(actor, found);
    return some.filter((accessed) => accessed.canSeeMetadata);
  }

  /** The channel, if its metadata may be seen. */
  async findById(actor: Actor, id: number): Promise<AccessedStream | undefined> {
    const stream = await this.streamsRepository.findById(actor.realmId, actor.userId, id);
    const [accessed] = await this.wrap(actor, stream ? [stream] : []);
    return accessed?.canSeeMetadata ? accessed : undefined;
  }

  /** The channel of this name, whatever the case; undefined when it can not be seen. */
  async findByName(actor: Actor, name: string): Promise<AccessedStream | undefined> {
    const stream = await this.streamsRepository.findByName(
      actor.realmId,
      actor.userId,
      name.trim(),
    );
    const [accessed] = await this.wrap(actor, stream ? [stream] : []);
    return accessed?.canSeeMetadata ? accessed : undefined;
  }

  /**
   * The channel of each name, in the order of the names, whatever the case. Also those that can
   * not be seen: ask each before telling of it.
   */
  async findByNames(actor: Actor, names: string[]): Promise<(AccessedStream | undefined)[]> {
    const trimmed = names.map((name) => name.trim());
    const found = await this.streamsRepository.findByNames(actor.realmId, actor.userId, trimmed);
    const accessed = await this.wrap(actor, found);
    const byPosition = new Map(found.map(({ position }, index) => [position, accessed[index]]));
    return names.map((_, index) => byPosition.get(index + 1));
  }

  /** The addresses of the channels that the person may not read, whether or not they know of them. */
  async unreadableRecipients(actor: Actor): Promise<number[]> {
    const closed = await this.streamsRepository.findClosed(actor.realmId, actor.userId);
    if (closed.length === 0) return [];
    const viewer = await this.viewer(actor);
    return closed
      .filter((stream) => !grantsContent(viewer, stream))
      .map(({ recipient_id }) => recipient_id);
  }

  /** Channels that can be read without an account. */
  webPublic(realmId: number): Promise<Stream[]> {
    return this.streamsRepository.findWebPublic(realmId);
  }

  private async wrap(actor: Actor, streams: StreamForViewer[]): Promise<AccessedStream[]> {
    const viewer = await this.viewer(actor);
    return streams.map((stream) => new AccessedStream(stream, viewer));
  }

  private async viewer(actor: Actor): Promise<StreamViewer> {
    const graph = await this.groupMembership.graph(actor.realmId);
    return { actor, isIn: (value) => graph.contains(value, actor) };
  }
}

/** For a channel that does not exist, or not for this person. */
export function invalidStreamId(): ApiError {
  return ApiError.badRequest('Invalid channel ID');
}

export function streamDoesNotExist(stream: string | number): ApiError {
  return typeof stream === 'number'
    ? new ApiError('STREAM_DOES_NOT_EXIST', 400, `Channel with ID '${stream}' does not exist`, {
        stream_id: stream,
      })
    : new ApiError('STREAM_DOES_NOT_EXIST', 400, `Channel '${stream}' does not exist`, { stream });
}
