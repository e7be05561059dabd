export { ReportMessagesModule } from './report-messages.module.js';
