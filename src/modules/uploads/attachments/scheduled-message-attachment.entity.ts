import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A scheduled message with a link to an uploaded file. */
@Entity('scheduled_message_attachments')
@Index('scheduled_message_attachments_attachment', ['attachmentId', 'scheduledMessageId'])
export class ScheduledMessageAttachmentEntity {
  @ForeignKey('scheduled_messages')
  @PrimaryColumn('integer')
  scheduledMessageId!: number;

  @ForeignKey('attachments')
  @PrimaryColumn('integer')
  attachmentId!: number;
}
