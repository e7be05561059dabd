import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A message with a link to an uploaded file. */
@Entity('message_attachments')
@Index('message_attachments_attachment', ['attachmentId', 'messageId'])
export class MessageAttachmentEntity {
  @PrimaryColumn('bigint')
  messageId!: number;

  @ForeignKey('attachments')
  @PrimaryColumn('integer')
  attachmentId!: number;
}
