export { RecoveryModule } from './recovery.module.js';
