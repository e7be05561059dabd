export { OwnPassword, type PasswordChange } from './own-password.service.js';
export { SignInModule } from './sign-in.module.js';
