export { SignUpModule } from './sign-up.module.js';
export { SIGN_UP_PATH, SignUpService } from './sign-up.service.js';
