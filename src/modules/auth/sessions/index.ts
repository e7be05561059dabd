export { LoginPageDto } from './login-page.dto.js';
export { safePath } from './safe-path.js';
export { SessionsModule } from './sessions.module.js';
