export { KeptPasswords } from './kept-passwords.service.js';
export { OwnPassword, type PasswordChange } from './own-password.service.js';
export { PasswordReset } from './password-reset.service.js';
export { PasswordsModule } from './passwords.module.js';
