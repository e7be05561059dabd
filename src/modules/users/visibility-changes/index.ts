export { VisibilityChangesModule } from './visibility-changes.module.js';
export { VisibilityChanges } from './visibility-changes.service.js';
