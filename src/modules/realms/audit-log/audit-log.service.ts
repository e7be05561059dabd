// The record of administrative acts: who changed what, from which value to which, and from where. Entries
// are written in the transaction of the act, so that every act has its entries, and every entry its act.
// Values never contain secrets; the caller leaves them out.
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { requestOrigin } from '#platform/http/request-origin.js';
import type { AuditEntryEntity } from './audit-entry.entity.js';
import type { AuditKind } from './audit-kinds.js';
import {
  type AuditFilter,
  AuditLogRepository,
  type NewAuditEntry,
} from './audit-log.repository.js';

export interface AuditedAct {
  kind: AuditKind;
  /** The ids of the targets; one entry is written for each. */
  targetIds: number[];
  /** The former values; absent for a new target. */
  before?: object;
  /** The new values, at least of what changes; absent for a deleted target. */
  after?: object;
  /** Writes no entry for users who change their own account. */
  exceptOwn?: boolean;
}

export interface AuditPage {
  entries: AuditEntryEntity[];
  foundOldest: boolean;
}

@Injectable()
export class AuditLog {
  /** The entries of each open transaction. */
  private readonly pending = new WeakMap<object, NewAuditEntry[]>();

  constructor(
    private readonly auditLogRepository: AuditLogRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Records an act of the current transaction. With both former and new values, the entry contains those
   * that differ, and an act that changes none is not recorded.
   */
  record(realmId: number, { kind, targetIds, before, after, exceptOwn = false }: AuditedAct): void {
    const values = before && after ? differences(before, after) : { before, after };
    if (!values) return;
    const { userId, clientName, address } = requestOrigin();
    for (const targetId of targetIds) {
      if (exceptOwn && targetId === userId) continue;
      this.entries().push({
        realmId,
        createdAt: this.clock.now(),
        actorId: userId,
        kind,
        targetId,
        before: values.before ?? null,
        after: values.after ?? null,
        clientName,
        address,
      });
    }
  }

  /** Newest first. */
  async find(realmId: number, filter: AuditFilter, limit: number): Promise<AuditPage> {
    const entries = await this.auditLogRepository.find(realmId, filter, limit + 1);
    return { entries: entries.slice(0, limit), foundOldest: entries.length <= limit };
  }

  /** Writes all entries of a transaction at once, before it commits. */
  private entries(): NewAuditEntry[] {
    const key = this.database.transactionKey;
    const existing = this.pending.get(key);
    if (existing) return existing;
    const entries: NewAuditEntry[] = [];
    this.pending.set(key, entries);
    this.database.beforeCommit(() => this.auditLogRepository.insert(entries));
    return entries;
  }
}

function differences(before: object, after: object): { before: object; after: object } | undefined {
  const old = before as Record<string, unknown>;
  const current = after as Record<string, unknown>;
  const names = Object.keys(current).filter((name) => !isDeepStrictEqual(old[name], current[name]));
  if (names.length === 0) return undefined;
  const pick = (values: Record<string, unknown>): object =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  return { before: pick(old), after: pick(current) };
}
