export { FinishLogin, type GivenKey } from './finish-login.service.js';
export { PasswordDto } from './login.dto.js';
export { LoginModule } from './login.module.js';
export { PasswordLogin } from './password-login.service.js';
