import { Id, Integer, Text } from '#platform/http/parameters/decorators.js';
import { AUDIT_KINDS, type AuditKind } from './audit-kinds.js';

const MAX_LIMIT = 200;

export class ListAuditLogDto {
  @Id({ optional: true })
  actor_id?: number;

  @Text({ optional: true, oneOf: AUDIT_KINDS })
  kind?: AuditKind;

  @Integer({ optional: true, min: 0 })
  since?: number;

  @Integer({ optional: true, min: 0 })
  until?: number;

  @Integer({ optional: true, min: 0 })
  before?: number;

  @Integer({ default: 100, min: 1, max: MAX_LIMIT })
  limit!: number;
}
