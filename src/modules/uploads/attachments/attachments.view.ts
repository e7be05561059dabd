import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';
import type { ReferencedAttachment } from './attachments.repository.js';

export type AttachmentView = Schema<'Attachment'>;

export function attachmentView(attachment: ReferencedAttachment): AttachmentView {
  return {
    id: attachment.id,
    name: attachment.fileName,
    path_id: attachment.pathId,
    size: attachment.size,
    create_time: toSeconds(attachment.createdAt),
    message_ids: attachment.messageIds,
  };
}
