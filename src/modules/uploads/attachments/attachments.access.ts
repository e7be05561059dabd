// Permissions of uploaded files: the owner, and users who can read a message that refers to the file, may read it.
import { Injectable } from '@nestjs/common';
import { StreamsAccess } from '#modules/streams/streams';
import type { Actor } from '#platform/http/actor.js';
import type { AttachmentEntity } from './attachment.entity.js';
import { AttachmentsRepository, type ReferringChannel } from './attachments.repository.js';

@Injectable()
export class AttachmentsAccess {
  constructor(
    private readonly attachmentsRepository: AttachmentsRepository,
    private readonly streamsAccess: StreamsAccess,
  ) {}

  /** Returns the files that exist and that the actor may read. */
  async findReadable(actor: Actor, pathIds: string[]): Promise<AttachmentEntity[]> {
    const existing = await this.attachmentsRepository.findByPaths(actor.realmId, pathIds);
    return this.filterReadable(actor, existing);
  }

  /** Whether a message in a web-public channel refers to the file. */
  isWebPublic({ id }: AttachmentEntity): Promise<boolean> {
    return this.attachmentsRepository.isInWebPublicChannel(id);
  }

  async canRead(actor: Actor, attachment: AttachmentEntity): Promise<boolean> {
    const readable = await this.filterReadable(actor, [attachment]);
    return readable.length > 0;
  }

  private async filterReadable(
    actor: Actor,
    attachments: AttachmentEntity[],
  ): Promise<AttachmentEntity[]> {
    const { userId } = actor;
    const others = attachments.filter(({ ownerId }) => ownerId !== userId).map(({ id }) => id);
    if (others.length === 0) return attachments;
    const channels = await this.attachmentsRepository.findReferringChannels(userId, others);
    const readable = await this.readableAmong(actor, channels);
    return attachments.filter(({ id, ownerId }) => ownerId === userId || readable.has(id));
  }

  /** The ids of the files that the actor can read in one of the channels. */
  private async readableAmong(actor: Actor, channels: ReferringChannel[]): Promise<Set<number>> {
    const streamIds = new Set(channels.flatMap(({ streamId }) => streamId ?? []));
    const streams = await this.streamsAccess.findVisibleByIds(actor, [...streamIds]);
    const byId = new Map(streams.map((accessed) => [accessed.stream.id, accessed]));
    const readable = channels.filter(({ streamId, isReceived }) => {
      if (streamId === null) return isReceived;
      const accessed = byId.get(streamId);
      return accessed?.canSeeContent === true && (isReceived || accessed.canSeeHistory);
    });
    return new Set(readable.map(({ attachmentId }) => attachmentId));
  }
}
