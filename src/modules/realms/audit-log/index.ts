export { AUDIT_KINDS } from './audit-kinds.js';
export { AuditLog } from './audit-log.service.js';
export { AuditLogModule } from './audit-log.module.js';
export { auditEntryView } from './audit-log.view.js';
