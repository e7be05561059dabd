export { ReadReceiptsModule } from './read-receipts.module.js';
