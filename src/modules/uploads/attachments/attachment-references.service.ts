// The references of messages to uploaded files. All methods join the transaction that changes the messages, and
// publish the changed files to their owners.
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { attachmentEvent } from './attachments.events.js';
import { AttachmentsRepository, type ReferencedAttachment } from './attachments.repository.js';
import { attachmentView } from './attachments.view.js';
import { UploadUsageRepository } from './upload-usage.repository.js';

@Injectable()
export class AttachmentReferencesService {
  constructor(
    private readonly attachmentsRepository: AttachmentsRepository,
    private readonly uploadUsageRepository: UploadUsageRepository,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Adds the references of a new message to files that its sender may read. */
  async add(realmId: number, messageId: number, pathIds: string[]): Promise<void> {
    if (pathIds.length === 0) return;
    const ids = await this.attachmentsRepository.lockByPaths(realmId, pathIds);
    await this.insert(messageId, ids);
    await this.publish(realmId, ids);
  }

  /** Replaces the references of an edited message. Returns the files to which it no longer refers. */
  async replace(
    realmId: number,
    messageId: number,
    pathIds: string[],
  ): Promise<ReferencedAttachment[]> {
    const before = await this.attachmentsRepository.findByMessages([messageId]);
    if (before.length === 0) {
      await this.add(realmId, messageId, pathIds);
      return [];
    }
    const wanted = await this.attachmentsRepository.findByPaths(realmId, pathIds);
    const after = wanted.map(({ id }) => id);
    const added = after.filter((id) => !before.includes(id));
    const removed = before.filter((id) => !after.includes(id));
    const changed = await this.attachmentsRepository.lockByIds([...added, ...removed]);
    await this.insert(
      messageId,
      added.filter((id) => changed.includes(id)),
    );
    await this.attachmentsRepository.removeReferences([messageId], removed, this.clock.now());
    const published = await this.publish(realmId, changed);
    return published.filter(({ id }) => removed.includes(id));
  }

  /** Removes the references of deleted messages. */
  async removeAll(realmId: number, messageIds: number[]): Promise<void> {
    const referenced = await this.attachmentsRepository.findByMessages(messageIds);
    if (referenced.length === 0) return;
    const ids = await this.attachmentsRepository.lockByIds(referenced);
    await this.attachmentsRepository.removeReferences(messageIds, ids, this.clock.now());
    await this.publish(realmId, ids);
  }

  /**
   * Replaces the references of a scheduled message, which keep files from being deleted as unclaimed. They are not
   * published.
   */
  async claimForScheduled(
    realmId: number,
    scheduledMessageId: number,
    pathIds: string[],
  ): Promise<void> {
    const before = await this.attachmentsRepository.findByScheduled(scheduledMessageId);
    if (before.length === 0 && pathIds.length === 0) return;
    const wanted = await this.attachmentsRepository.findByPaths(realmId, pathIds);
    const after = new Set(wanted.map(({ id }) => id));
    const ids = await this.attachmentsRepository.lockByIds([...new Set([...before, ...after])]);
    await this.attachmentsRepository.replaceScheduled(
      scheduledMessageId,
      { ids, claimed: ids.filter((id) => after.has(id)) },
      this.clock.now(),
    );
  }

  /** Removes the references of scheduled messages, after they were sent. */
  async releaseScheduled(realmId: number, scheduledMessageIds: number[]): Promise<void> {
    const ids = await this.attachmentsRepository.filterScheduledWithFiles(scheduledMessageIds);
    for (const id of ids) await this.claimForScheduled(realmId, id, []);
  }

  private async insert(messageId: number, ids: number[]): Promise<void> {
    await this.attachmentsRepository.addReferences(
      ids.map((attachmentId) => ({ messageId, attachmentId })),
    );
  }

  /** Publishes the messages of files, which must be locked. */
  private async publish(realmId: number, ids: number[]): Promise<ReferencedAttachment[]> {
    if (ids.length === 0) return [];
    const attachments = await this.attachmentsRepository.findReferenced(ids);
    const usedBytes = await this.uploadUsageRepository.find(realmId);
    for (const attachment of attachments) {
      const body = {
        op: 'update',
        attachment: attachmentView(attachment),
        upload_space_used: usedBytes,
      } as const;
      this.eventLog.append(attachmentEvent(realmId, body, Audience.user(attachment.ownerId)));
    }
    return attachments;
  }
}
