// Stores changes of a stream and publishes them to the users who keep, gain or lose access to its metadata.
// Permissions are checked by ChangeStreamAccess.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import { GroupMembership } from '#modules/groups/groups';
import { Descriptions } from '#modules/markdown/markdown';
import { LIMITS } from '#modules/realms/realms';
import { ChannelFoldersAccess } from '#modules/streams/folders';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { ChangeStreamRepository } from './change-stream.repository.js';
import { auditedStream } from './audited-stream.js';
import { StreamChangeEvents } from './stream-change-events.service.js';
import { changedStream, checkTopicCreation, type StreamChanges } from './stream-changes.js';
import { checkedStreamDescription, checkedStreamName } from './stream-name.js';
import type { Stream } from './streams.repository.js';

export interface ChangedStream {
  before: Stream;
  after: Stream;
  /** Users who gained access to the metadata. */
  gainedMetadata: number[];
}

@Injectable()
export class ChangeStreamService {
  constructor(
    private readonly changeStreamRepository: ChangeStreamRepository,
    private readonly streamChangeEvents: StreamChangeEvents,
    private readonly channelFoldersAccess: ChannelFoldersAccess,
    private readonly groupMembership: GroupMembership,
    private readonly descriptions: Descriptions,
    private readonly auditLog: AuditLog,
    private readonly database: Database,
  ) {}

  /** Locks the stream until the end of the transaction. */
  lock(realmId: number, id: number): Promise<Stream | undefined> {
    return this.changeStreamRepository.lock(realmId, id);
  }

  /**
   * As lock, for changes that affect access to metadata or content: also locks group memberships.
   */
  async lockWithReaders(realmId: number, id: number): Promise<Stream | undefined> {
    await this.groupMembership.lock(realmId);
    return this.lock(realmId, id);
  }

  /** Joins the current transaction, in which `before` was locked. */
  async change(before: Stream, changes: StreamChanges): Promise<ChangedStream> {
    const { realmId } = before;
    const after = changedStream(before, await this.checked(before, changes));
    if (after.description !== before.description) {
      after.renderedDescription = await this.descriptions.render(realmId, after.description);
    }
    const { 'role:everyone': everyone } = await this.groupMembership.systemGroupIds(realmId);
    checkTopicCreation(after, everyone);
    return this.database.transaction(async () => {
      const usersBefore = await this.streamChangeEvents.usersWithMetadata(before, after);
      if (!(await this.changeStreamRepository.save(after))) {
        throw ApiError.badRequest(`There is already a channel named '${after.name}'`);
      }
      this.auditLog.record(realmId, {
        kind: 'channel.changed',
        targetIds: [before.id],
        before: auditedStream(before),
        after: auditedStream(after),
      });
      const gained = await this.streamChangeEvents.append(before, after, usersBefore);
      return { before, after, gainedMetadata: gained };
    });
  }

  private async checked(before: Stream, changes: StreamChanges): Promise<StreamChanges> {
    const { name, description, topicsPolicy, folderId } = changes;
    const checked = { ...changes };
    if (name !== undefined) checked.name = checkedName(before, name);
    if (description !== undefined) {
      checked.description = checkedStreamDescription(
        description,
        LIMITS.max_stream_description_length,
      );
    }
    if (
      topicsPolicy === 'empty_topic_only' &&
      before.topicsPolicy !== topicsPolicy &&
      (await this.changeStreamRepository.hasNamedTopics(before.recipientId))
    ) {
      throw ApiError.badRequest('The channel has messages in topics other than the empty topic');
    }
    if (typeof folderId === 'number' && folderId !== before.folderId) {
      await this.channelFoldersAccess.checkUsable(before.realmId, folderId);
    }
    return checked;
  }
}

function checkedName(before: Stream, input: string): string {
  const name = checkedStreamName(input, LIMITS.max_stream_name_length);
  if (name === before.name) throw ApiError.badRequest('The channel already has this name');
  return name;
}
