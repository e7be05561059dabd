export { ChangePasswordService, type PasswordChange } from './change-password.service.js';
export { PasswordResetLinks } from './password-reset-links.service.js';
export { PasswordResetService } from './password-reset.service.js';
export { PasswordsModule } from './passwords.module.js';
export { Passwords } from './passwords.service.js';
