export { AuthenticationModule } from './authentication.module.js';
export { AuthorizedClients } from './authorized-clients.service.js';
export { type LoginAccount, LoginAccountsRepository } from './login-accounts.repository.js';
export { LoginAttempts } from './login-attempts.service.js';
export { loginRefused } from './login-refusal.js';
export { SecurityMailer } from './security-mailer.service.js';
