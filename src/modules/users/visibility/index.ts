export { canSeeEmail, EmailVisibility } from './email-visibility.js';
export { isPlaceholderEmail, placeholderEmail } from './placeholder-email.js';
export {
  type AccessibleIds,
  UserVisibility,
  type ViewersByUser,
  type VisibilityChange,
} from './user-visibility.service.js';
export type { Viewer } from './viewer.js';
export { VisibilityModule } from './visibility.module.js';
