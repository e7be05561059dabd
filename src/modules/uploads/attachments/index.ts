export type { AttachmentEntity } from './attachment.entity.js';
export { AttachmentReferencesService } from './attachment-references.service.js';
export { AttachmentsAccess } from './attachments.access.js';
export { AttachmentsModule } from './attachments.module.js';
export { AttachmentsService, storagePath } from './attachments.service.js';
export { attachmentView, type AttachmentView } from './attachments.view.js';
