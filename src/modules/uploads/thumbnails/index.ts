export { ANIMATED_THUMBNAIL, THUMBNAIL, THUMBNAIL_FORMATS } from './thumbnail-formats.js';
export type { ThumbnailEntity } from './thumbnail.entity.js';
export type { UploadedImage } from './images.repository.js';
export { imageRemovedEvent } from './thumbnails.events.js';
export { makeThumbnails } from './thumbnails.jobs.js';
export { ThumbnailsModule } from './thumbnails.module.js';
export { type OriginalFile, ThumbnailsService } from './thumbnails.service.js';
