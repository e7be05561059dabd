export { ResumableUploadsService } from './resumable-uploads.service.js';
export { ResumableUploadsModule } from './resumable-uploads.module.js';
