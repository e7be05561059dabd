export { MessageReportsModule } from './message-reports.module.js';
