export { AuthModule } from './auth.module.js';
export { AuthorizedClients } from './authorized-clients.service.js';
