import type { Schema } from '#platform/http/contract.js';
import type { AuditEntryEntity } from './audit-entry.entity.js';
import { targetTypeOf } from './audit-kinds.js';

export function auditEntryView(entry: AuditEntryEntity): Schema<'AuditEntry'> {
  return {
    id: entry.id,
    timestamp: Math.floor(entry.createdAt.getTime() / 1000),
    actor_id: entry.actorId,
    kind: entry.kind,
    target_type: targetTypeOf(entry.kind),
    target_id: entry.targetId,
    before: entry.before as Schema<'AuditEntry'>['before'],
    after: entry.after as Schema<'AuditEntry'>['after'],
    client: entry.clientName,
    address: entry.address,
  };
}
