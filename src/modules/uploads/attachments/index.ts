export type { AttachmentEntity } from './attachment.entity.js';
export { AttachmentReferencesService } from './attachment-references.service.js';
export { AttachmentsAccess } from './attachments.access.js';
export { AttachmentsModule } from './attachments.module.js';
export {
  AttachmentsService,
  originalFile,
  storagePath,
  type UploadedFile,
} from './attachments.service.js';
export type { ReferencedAttachment } from './attachments.repository.js';
export { attachmentView } from './attachments.view.js';
export { fileNameOf, newPathId } from './upload-names.js';
export { contentTypeOf, isTypeConfirmed, mayBeInline, SAMPLE_BYTES } from './upload-types.js';
