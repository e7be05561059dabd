// Resolves the references of a text with one query for each kind of reference in it.
import { Injectable } from '@nestjs/common';
import { GroupsService } from '#modules/groups/groups';
import {
  type LinkedStream,
  type MarkdownContext,
  type MarkdownReferences,
  nameKey,
  topicKey,
} from '#modules/markdown/markdown';
import { type AccessedStream, StreamsAccess } from '#modules/streams/streams';
import { UsersService } from '#modules/users/users';
import {
  type AttachmentEntity,
  AttachmentsAccess,
  AttachmentsService,
} from '#modules/uploads/attachments';
import { ThumbnailsService } from '#modules/uploads/thumbnails';
import { UserVisibility } from '#modules/users/visibility';
import type { Actor } from '#platform/http/actor.js';
import { markdownUploads } from './markdown-uploads.view.js';
import { MessageReferencesRepository } from './message-references.repository.js';

type Known<Key extends keyof MarkdownContext> = Promise<Pick<MarkdownContext, Key>>;

@Injectable()
export class MessageReferencesService {
  constructor(
    private readonly usersService: UsersService,
    private readonly userVisibility: UserVisibility,
    private readonly groupsService: GroupsService,
    private readonly streamsAccess: StreamsAccess,
    private readonly attachmentsAccess: AttachmentsAccess,
    private readonly attachmentsService: AttachmentsService,
    private readonly thumbnailsService: ThumbnailsService,
    private readonly messageReferencesRepository: MessageReferencesRepository,
  ) {}

  /** Resolves references to groups, and to users, channels and files that the writer can access. */
  async load(writer: Actor, references: MarkdownReferences): Promise<Partial<MarkdownContext>> {
    const { userIds, userNames, groupNames, streamNames, uploads: paths } = references;
    const [users, groups, channels, uploads] = await Promise.all([
      userIds.length + userNames.length > 0 ? this.loadUsers(writer, references) : {},
      groupNames.length > 0 ? this.loadGroups(writer, groupNames) : {},
      streamNames.length > 0 ? this.loadChannels(writer, references) : {},
      paths.length > 0 ? this.loadUploads(writer, paths) : {},
    ]);
    return { ...users, ...groups, ...channels, ...uploads };
  }

  /** The files to which a message refers, even if its sender has lost access to them. */
  async uploadsOf(messageId: number): Promise<MarkdownContext['uploads']> {
    return this.uploads(await this.attachmentsService.findOfMessage(messageId));
  }

  private async loadUsers(
    writer: Actor,
    { userIds, userNames }: MarkdownReferences,
  ): Known<'usersById' | 'usersByName'> {
    const named = await this.usersService.findByIdsOrNames(writer.realmId, userIds, userNames);
    const found = await this.userVisibility.filterAccessible(writer, named);
    // A name that several users have refers to the first of them; active users come first.
    const byName = found.toReversed().map((user) => [nameKey(user.fullName), user] as const);
    return {
      usersById: new Map(found.map((user) => [user.id, user])),
      usersByName: new Map(byName),
    };
  }

  private async loadGroups({ realmId }: Actor, names: string[]): Known<'groupsByName'> {
    const found = await this.groupsService.findByNames(realmId, names);
    return { groupsByName: new Map(found.map((group) => [nameKey(group.name), group])) };
  }

  private async loadUploads(writer: Actor, paths: string[]): Known<'uploads'> {
    return {
      uploads: await this.uploads(await this.attachmentsAccess.findReadable(writer, paths)),
    };
  }

  private async uploads(attachments: AttachmentEntity[]): Promise<MarkdownContext['uploads']> {
    const images = await this.thumbnailsService.findImages(attachments.map(({ id }) => id));
    return markdownUploads(attachments, images);
  }

  private async loadChannels(
    writer: Actor,
    { streamNames, topics }: MarkdownReferences,
  ): Known<'streamsByName' | 'topicMessageIds'> {
    const found = await this.streamsAccess.findByNames(writer, streamNames);
    const byName = new Map<string, AccessedStream>();
    for (const accessed of found) {
      if (accessed?.canSeeMetadata) byName.set(nameKey(accessed.stream.name), accessed);
    }
    const streamsByName = new Map<string, LinkedStream>(
      Array.from(byName, ([key, { stream }]) => [key, { id: stream.id, name: stream.name }]),
    );
    return { streamsByName, topicMessageIds: await this.newestMessages(byName, topics) };
  }

  /** The newest messages of topics that the writer can read. */
  private async newestMessages(
    channels: ReadonlyMap<string, AccessedStream>,
    topics: MarkdownReferences['topics'],
  ): Promise<Map<string, number>> {
    const readable = topics.flatMap(({ stream, topic }) => {
      const accessed = channels.get(nameKey(stream));
      return accessed?.canSeeHistory ? [{ stream: accessed.stream, topic }] : [];
    });
    if (readable.length === 0) return new Map();
    const ids = await this.messageReferencesRepository.newestInTopics(
      readable.map(({ stream, topic }) => ({ recipientId: stream.recipientId, topic })),
    );
    return new Map(
      readable.flatMap(({ stream, topic }, index) => {
        const id = ids[index];
        return id === undefined ? [] : [[topicKey(stream.id, topic), id] as const];
      }),
    );
  }
}
