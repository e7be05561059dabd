export { UploadsModule } from './uploads.module.js';
export { UploadReceiver } from './upload-receiver.service.js';
