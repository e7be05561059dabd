export { DraftsModule } from './drafts.module.js';
export { DraftsService } from './drafts.service.js';
