export { LinkPreviewsModule } from './link-previews.module.js';
