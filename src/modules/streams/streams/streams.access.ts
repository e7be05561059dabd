// Loads streams for a user and checks the user's permissions. A stream whose metadata is not accessible is
// treated as if it did not exist.
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
import { type Stream, type StreamForViewer, StreamsRepository } from './streams.repository.js';

/** A stream with the permissions of one user. */
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

  /** Returns all streams whose metadata the user can access. */
  async findVisible(actor: Actor): Promise<AccessedStream[]> {
    const all = await this.wrap(
      actor,
      await this.streamsRepository.findAll(actor.realmId, actor.userId),
    );
    return all.filter((accessed) => accessed.canSeeMetadata);
  }

  /** As findVisible, with explicit group memberships for the state before or after a change. */
  async findVisibleWith(actor: Actor, graph: GroupGraph): Promise<AccessedStream[]> {
    const viewer: StreamViewer = { actor, isIn: (value) => graph.contains(value, actor) };
    const all = await this.streamsRepository.findAll(actor.realmId, actor.userId);
    return all
      .map((stream) => new AccessedStream(stream, viewer))
      .filter((accessed) => accessed.canSeeMetadata);
  }

  /** Returns the streams among `ids` whose metadata the user can access. */
  async findVisibleByIds(actor: Actor, ids: number[]): Promise<AccessedStream[]> {
    const streams = await this.streamsRepository.findByIds(actor.realmId, actor.userId, ids);
    const all = await this.wrap(actor, streams);
    return all.filter((accessed) => accessed.canSeeMetadata);
  }

  /** Returns undefined if the user cannot access the metadata. */
  async findById(actor: Actor, id: number): Promise<AccessedStream | undefined> {
    const stream = await this.streamsRepository.findById(actor.realmId, actor.userId, id);
    const [accessed] = await this.wrap(actor, stream ? [stream] : []);
    return accessed?.canSeeMetadata ? accessed : undefined;
  }

  /** As findById, but throws. */
  async requireById(actor: Actor, id: number): Promise<AccessedStream> {
    const accessed = await this.findById(actor, id);
    if (!accessed) throw invalidStreamId();
    return accessed;
  }

  /** Throws unless the user can access the content. The stream may be archived. */
  async requireReadable(actor: Actor, id: number): Promise<AccessedStream> {
    const accessed = await this.requireById(actor, id);
    if (!accessed.canSeeContent) throw invalidStreamId();
    return accessed;
  }

  /** Ignores case. Returns undefined if the user cannot access the metadata. */
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
   * Returns the stream of each name, in the order of the names, ignoring case. The result includes
   * streams without metadata access: the caller must check `canSeeMetadata`.
   */
  async findByNames(actor: Actor, names: string[]): Promise<(AccessedStream | undefined)[]> {
    const trimmed = names.map((name) => name.trim());
    const streams = await this.streamsRepository.findByNames(actor.realmId, actor.userId, trimmed);
    const accessed = await this.wrap(actor, streams);
    const byPosition = new Map(streams.map(({ position }, index) => [position, accessed[index]]));
    return names.map((_, index) => byPosition.get(index + 1));
  }

  /** Returns the recipient ids of all streams whose content the user cannot access. */
  async findUnreadableRecipients(actor: Actor): Promise<number[]> {
    const closed = await this.streamsRepository.findClosed(actor.realmId, actor.userId);
    if (closed.length === 0) return [];
    const viewer = await this.viewer(actor);
    return closed
      .filter((stream) => !grantsContent(viewer, stream))
      .map(({ recipientId }) => recipientId);
  }

  /** Returns the streams that can be read without an account. */
  findWebPublic(realmId: number): Promise<Stream[]> {
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

/** The stream does not exist, or its metadata is not accessible. */
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
