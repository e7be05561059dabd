export { CallsAccess } from './calls.access.js';
export { CallsModule } from './calls.module.js';
export { callView } from './calls.view.js';
