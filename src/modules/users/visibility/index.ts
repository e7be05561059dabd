export { canSeeEmail, EmailVisibility } from './email-visibility.js';
export { isPlaceholderEmail, placeholderEmail } from './placeholder-email.js';
export { UserVisibility, type VisibilityChange } from './user-visibility.service.js';
export type { Viewer } from './viewer.js';
export { VisibleUsers } from './visible-users.js';
export { VisibilityModule } from './visibility.module.js';
