export { LoginDto } from './login.dto.js';
export { LoginModule } from './login.module.js';
export { type FetchedApiKey, LoginService } from './login.service.js';
