import { Controller, Get } from '@nestjs/common';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { ListAuditLogDto } from './audit-log.dto.js';
import { AuditLog } from './audit-log.service.js';
import { auditEntryView } from './audit-log.view.js';

@Controller('realm/audit_log')
export class AuditLogController {
  constructor(private readonly auditLog: AuditLog) {}

  @Get()
  @RequireRole(Role.Administrator)
  async list(
    @CurrentActor() { realmId }: Actor,
    @Input() { actor_id: actorId, kind, since, until, before, limit }: ListAuditLogDto,
  ): Promise<ResponseOf<'get-audit-log'>> {
    const filter = { actorId, kind, since, until, before };
    const { entries, foundOldest } = await this.auditLog.find(realmId, filter, limit);
    return { entries: entries.map(auditEntryView), found_oldest: foundOldest };
  }
}
