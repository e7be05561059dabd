export { ImagePreviewsModule } from './image-previews.module.js';
