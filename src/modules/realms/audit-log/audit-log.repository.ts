import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { selectList } from '#platform/database/select-list.js';
import { AuditEntryEntity } from './audit-entry.entity.js';
import type { AuditKind } from './audit-kinds.js';

export type NewAuditEntry = Omit<AuditEntryEntity, 'id'>;

export interface AuditFilter {
  actorId?: number | undefined;
  kind?: AuditKind | undefined;
  /** Inclusive, in seconds since the epoch. */
  since?: number | undefined;
  /** Exclusive, in seconds since the epoch. */
  until?: number | undefined;
  /** Only entries with smaller ids. */
  before?: number | undefined;
}

const COLUMNS = selectList(AuditEntryEntity);

@Injectable()
export class AuditLogRepository {
  constructor(private readonly database: Database) {}

  async insert(entries: NewAuditEntry[]): Promise<void> {
    await this.database.query(
      `INSERT INTO audit_log (realm_id, created_at, actor_id, kind, target_id, before, after,
         client_name, address)
       SELECT * FROM unnest($1::integer[], $2::timestamptz[], $3::integer[], $4::text[],
         $5::integer[], $6::jsonb[], $7::jsonb[], $8::text[], $9::text[])`,
      [
        entries.map(({ realmId }) => realmId),
        entries.map(({ createdAt }) => createdAt),
        entries.map(({ actorId }) => actorId),
        entries.map(({ kind }) => kind),
        entries.map(({ targetId }) => targetId),
        entries.map(({ before }) => jsonOrNull(before)),
        entries.map(({ after }) => jsonOrNull(after)),
        entries.map(({ clientName }) => clientName),
        entries.map(({ address }) => address),
      ],
    );
  }

  /** Newest first. */
  async find(realmId: number, filter: AuditFilter, limit: number): Promise<AuditEntryEntity[]> {
    const values: unknown[] = [realmId, limit];
    const conditions = ['realm_id = $1'];
    const where = (condition: string, value: unknown): void => {
      if (value === undefined) return;
      values.push(value);
      conditions.push(condition.replace('?', `$${values.length}`));
    };
    where('actor_id = ?', filter.actorId);
    where('kind = ?', filter.kind);
    where('created_at >= to_timestamp(?)', filter.since);
    where('created_at < to_timestamp(?)', filter.until);
    where('id < ?', filter.before);
    return this.database.query(
      `SELECT ${COLUMNS} FROM audit_log WHERE ${conditions.join(' AND ')}
       ORDER BY id DESC LIMIT $2`,
      values,
    );
  }
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
