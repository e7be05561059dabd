// Changes a channel: the row, and the events for those who know of it, for those who come to know
// of it, and for those who no longer may. Who may change it is for change-stream.access to say.
import { Injectable } from '@nestjs/common';
import { GroupMembership } from '#modules/groups/groups';
import { MarkdownService } from '#modules/markdown/markdown';
import { LIMITS } from '#modules/realms/realms';
import { ChannelFoldersAccess } from '#modules/streams/folders';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { ChangeStreamRepository } from './change-stream.repository.js';
import { StreamChangeEvents } from './stream-change-events.service.js';
import { changedStream, checkTopicCreation, type StreamChanges } from './stream-changes.js';
import { checkedStreamDescription, checkedStreamName } from './stream-name.js';
import type { Stream } from './streams.view.js';

export interface ChangedStream {
  before: Stream;
  after: Stream;
  /** Those who could not know of the channel before. */
  gained: number[];
}

@Injectable()
export class ChangeStreamService {
  constructor(
    private readonly changeStreamRepository: ChangeStreamRepository,
    private readonly streamChangeEvents: StreamChangeEvents,
    private readonly channelFoldersAccess: ChannelFoldersAccess,
    private readonly groupMembership: GroupMembership,
    private readonly markdownService: MarkdownService,
    private readonly database: Database,
  ) {}

  /** The channel as it is now; until the end of the transaction nobody else changes it. */
  lock(realmId: number, id: number): Promise<Stream | undefined> {
    return this.changeStreamRepository.lock(realmId, id);
  }

  /**
   * The same for a change that can decide who may know of the channel or read it: until the end of
   * the transaction nobody comes into a group that it is open to, or leaves one.
   */
  async lockWithReaders(realmId: number, id: number): Promise<Stream | undefined> {
    await this.groupMembership.lock(realmId);
    return this.lock(realmId, id);
  }

  /** Joins the present transaction, in which `before` was locked. */
  async change(before: Stream, changes: StreamChanges): Promise<ChangedStream> {
    const { realm_id: realmId } = before;
    const after = changedStream(before, await this.checked(before, changes));
    if (after.description !== before.description) {
      after.rendered_description = this.markdownService.render(after.description);
    }
    const { 'role:everyone': everyone } = await this.groupMembership.systemGroupIds(realmId);
    checkTopicCreation(after, everyone);
    return this.database.transaction(async () => {
      const knewBefore = await this.streamChangeEvents.knowing(before, after);
      if (!(await this.changeStreamRepository.save(after))) {
        throw ApiError.badRequest(`There is already a channel named '${after.name}'`);
      }
      const gained = await this.streamChangeEvents.append(before, after, knewBefore);
      return { before, after, gained };
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
      before.topics_policy !== topicsPolicy &&
      (await this.changeStreamRepository.hasNamedTopics(before.recipient_id))
    ) {
      throw ApiError.badRequest(
        'The channel has messages in other topics than the one with the empty name',
      );
    }
    if (typeof folderId === 'number' && folderId !== before.folder_id) {
      await this.channelFoldersAccess.checkUsable(before.realm_id, folderId);
    }
    return checked;
  }
}

function checkedName(before: Stream, given: string): string {
  const name = checkedStreamName(given, LIMITS.max_stream_name_length);
  if (name === before.name) throw ApiError.badRequest('The channel has this name already');
  return name;
}
