// Named sets of streams that administrators create, and that new users can choose when they join. Active
// public streams can be added, except default streams, to which new users are subscribed in any case. A
// stream that is archived or becomes private is removed from its sets; one that becomes a default stream
// is not.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import { type Stream, StreamsAccess, StreamsService } from '#modules/streams/streams';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { hiddenPosition, trimmedName } from '#platform/names.js';
import {
  DESCRIPTION_MAX_LENGTH,
  MAX_GROUPS,
  MAX_STREAMS,
  NAME_MAX_LENGTH,
} from './default-stream-groups.constants.js';
import { defaultStreamGroupsEvent } from './default-stream-groups.events.js';
import {
  type DefaultStreamGroup,
  DefaultStreamGroupsRepository,
} from './default-stream-groups.repository.js';
import { defaultStreamGroupView } from './default-stream-groups.view.js';

@Injectable()
export class DefaultStreamGroupsService {
  constructor(
    private readonly defaultStreamGroupsRepository: DefaultStreamGroupsRepository,
    private readonly streamsAccess: StreamsAccess,
    private readonly streamsService: StreamsService,
    private readonly auditLog: AuditLog,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  /** The groups that new users can choose from, ordered by name. */
  async findOffered(realmId: number): Promise<DefaultStreamGroup[]> {
    const all = await this.defaultStreamGroupsRepository.findAll(realmId);
    return all.filter(({ streamIds }) => streamIds.length > 0);
  }

  /** The ids of the streams in the groups among `ids` that exist. */
  streamIdsOf(realmId: number, ids: number[]): Promise<number[]> {
    return this.defaultStreamGroupsRepository.streamIdsOf(realmId, ids);
  }

  async create(
    actor: Actor,
    input: { name: string; description: string; streamNames: string[] },
  ): Promise<void> {
    const { realmId } = actor;
    const name = checkedName(input.name);
    const description = checkedDescription(input.description);
    await this.database.transaction(async () => {
      const streamIds = await this.lockStreams(actor, input.streamNames);
      const existing = await this.defaultStreamGroupsRepository.findAllForUpdate(realmId);
      await this.checkNameIsFree(realmId, name);
      if (existing.length >= MAX_GROUPS) {
        throw ApiError.badRequest(`There can be at most ${MAX_GROUPS} default channel groups`);
      }
      const { id } = await this.defaultStreamGroupsRepository.insert({
        realmId,
        name,
        description,
      });
      await this.defaultStreamGroupsRepository.addStreams(id, streamIds);
      this.auditLog.record(realmId, {
        kind: 'default_channel_group.created',
        targetIds: [id],
        after: { name, description, streams: streamIds },
      });
      await this.publish(realmId);
    });
  }

  async update(
    { realmId }: Actor,
    id: number,
    input: { name?: string | undefined; description?: string | undefined },
  ): Promise<void> {
    if (input.name === undefined && input.description === undefined) {
      throw ApiError.badRequest('You must pass new_group_name or new_description');
    }
    const changes = {
      ...(input.name === undefined ? {} : { name: checkedName(input.name) }),
      ...(input.description === undefined
        ? {}
        : { description: checkedDescription(input.description) }),
    };
    await this.database.transaction(async () => {
      const existing = await this.defaultStreamGroupsRepository.findAllForUpdate(realmId);
      const group = requireGroup(existing, id);
      const after = { name: group.name, description: group.description, ...changes };
      if (after.name === group.name && after.description === group.description) return;
      await this.checkNameIsFree(realmId, after.name, id);
      await this.defaultStreamGroupsRepository.update(group, changes);
      const { name, description } = group;
      await this.recordChange(group, { name, description }, after);
    });
  }

  async delete({ realmId }: Actor, id: number): Promise<void> {
    await this.database.transaction(async () => {
      const existing = await this.defaultStreamGroupsRepository.findAllForUpdate(realmId);
      const group = requireGroup(existing, id);
      await this.defaultStreamGroupsRepository.delete(group);
      const { name, description, streamIds: streams } = group;
      this.auditLog.record(realmId, {
        kind: 'default_channel_group.deleted',
        targetIds: [id],
        before: { name, description, streams },
      });
      await this.publish(realmId);
    });
  }

  async addStreams(actor: Actor, id: number, names: string[]): Promise<void> {
    await this.database.transaction(async () => {
      const added = await this.lockStreams(actor, names);
      const group = await this.lockGroup(actor.realmId, id);
      if (added.some((streamId) => group.streamIds.includes(streamId))) {
        throw ApiError.badRequest('A channel is already in the default channel group');
      }
      if (group.streamIds.length + added.length > MAX_STREAMS) {
        throw ApiError.badRequest(
          `A default channel group can have at most ${MAX_STREAMS} channels`,
        );
      }
      await this.defaultStreamGroupsRepository.addStreams(id, added);
      const streams = [...group.streamIds, ...added].toSorted((a, b) => a - b);
      await this.recordChange(group, { streams: group.streamIds }, { streams });
    });
  }

  async removeStreams(actor: Actor, id: number, names: string[]): Promise<void> {
    const removed = (await this.streamsByName(actor, names)).map((stream) => stream.id);
    await this.database.transaction(async () => {
      const group = await this.lockGroup(actor.realmId, id);
      if (removed.some((streamId) => !group.streamIds.includes(streamId))) {
        throw ApiError.badRequest('A channel is not in the default channel group');
      }
      await this.defaultStreamGroupsRepository.removeStreams(id, removed);
      const streams = group.streamIds.filter((streamId) => !removed.includes(streamId));
      await this.recordChange(group, { streams: group.streamIds }, { streams });
    });
  }

  /**
   * Removes a stream that may no longer be in a group from its groups. Joins the current transaction, in
   * which the stream is locked.
   */
  async afterChange(stream: Stream): Promise<void> {
    if (fits(stream)) return;
    if (!(await this.defaultStreamGroupsRepository.isInGroup(stream.id))) return;
    await this.defaultStreamGroupsRepository.findAllForUpdate(stream.realmId);
    await this.defaultStreamGroupsRepository.removeFromAll(stream.id);
    await this.publish(stream.realmId);
  }

  /** Publishes the groups to a user whose role changed to or from guest. */
  async publishTo(realmId: number, userId: number, isGuest: boolean): Promise<void> {
    const groups = isGuest ? [] : await this.defaultStreamGroupsRepository.findAll(realmId);
    this.append(realmId, groups, Audience.user(userId));
  }

  private async checkNameIsFree(realmId: number, name: string, exceptId?: number): Promise<void> {
    if (await this.defaultStreamGroupsRepository.isNameTaken(realmId, name, exceptId)) {
      throw ApiError.badRequest('There is already a default channel group with this name');
    }
  }

  private async lockGroup(realmId: number, id: number): Promise<DefaultStreamGroup> {
    const existing = await this.defaultStreamGroupsRepository.findAllForUpdate(realmId);
    return requireGroup(existing, id);
  }

  private async recordChange(
    { id, realmId }: DefaultStreamGroup,
    before: object,
    after: object,
  ): Promise<void> {
    this.auditLog.record(realmId, {
      kind: 'default_channel_group.changed',
      targetIds: [id],
      before,
      after,
    });
    await this.publish(realmId);
  }

  private async publish(realmId: number): Promise<void> {
    const groups = await this.defaultStreamGroupsRepository.findAll(realmId);
    this.append(realmId, groups, Audience.nonGuests());
  }

  private append(realmId: number, groups: DefaultStreamGroup[], audience: Audience): void {
    const views = groups.map(defaultStreamGroupView);
    this.eventLog.append(
      defaultStreamGroupsEvent(realmId, { default_stream_groups: views }, audience),
    );
  }

  /** Locks the streams, and returns their ids. Throws for one that may not be in a group. */
  private async lockStreams(actor: Actor, names: string[]): Promise<number[]> {
    const ids = (await this.streamsByName(actor, names)).map((stream) => stream.id);
    const streams = await this.streamsService.lock(actor.realmId, ids);
    for (const { name, inviteOnly, isArchived, isDefault } of streams) {
      if (inviteOnly) throw ApiError.badRequest(`The channel '${name}' is private`);
      if (isArchived) throw ApiError.badRequest(`The channel '${name}' is archived`);
      if (isDefault) throw ApiError.badRequest(`The channel '${name}' is a default channel`);
    }
    return streams.map(({ id }) => id);
  }

  /** Each stream once. */
  private async streamsByName(actor: Actor, names: string[]): Promise<Stream[]> {
    const found = await this.streamsAccess.findByNames(actor, names);
    const streams = found.map((accessed, index) => {
      if (accessed?.canSeeMetadata) return accessed.stream;
      throw ApiError.badRequest(`Invalid channel name '${names[index]}'`);
    });
    return [...new Map(streams.map((stream) => [stream.id, stream])).values()];
  }
}

function fits({ inviteOnly, isArchived }: Stream): boolean {
  return !inviteOnly && !isArchived;
}

function requireGroup(groups: DefaultStreamGroup[], id: number): DefaultStreamGroup {
  const group = groups.find((one) => one.id === id);
  if (!group) throw ApiError.badRequest('Invalid default channel group ID');
  return group;
}

function checkedName(input: string): string {
  const name = trimmedName(input);
  if (name === '') throw ApiError.badRequest("The group's name cannot be empty");
  if ([...name].length > NAME_MAX_LENGTH) {
    throw ApiError.badRequest(
      `The group's name is too long (limit: ${NAME_MAX_LENGTH} characters)`,
    );
  }
  if (hiddenPosition(name) !== undefined) {
    throw ApiError.badRequest("The group's name has an invalid character");
  }
  return name;
}

function checkedDescription(input: string): string {
  const description = input.trim();
  if ([...description].length > DESCRIPTION_MAX_LENGTH) {
    throw ApiError.badRequest(
      `The group's description is too long (limit: ${DESCRIPTION_MAX_LENGTH} characters)`,
    );
  }
  return description;
}
