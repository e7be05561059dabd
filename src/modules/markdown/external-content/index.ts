export { ExternalContentModule } from './external-content.module.js';
