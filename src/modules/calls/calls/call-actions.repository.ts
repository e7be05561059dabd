import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { CallActionEntity } from './call-action.entity.js';

/** An action to store, without the time at which it was applied. */
export type NewCallAction = Omit<CallActionEntity, 'id' | 'callId' | 'userId' | 'appliedAt'>;

export type RememberedAction = Pick<CallActionEntity, 'callId' | 'fingerprint'>;

@Injectable()
export class CallActionsRepository {
  constructor(private readonly database: Database) {}

  /** Finds the user's action on the call by its idempotency key. */
  async find(
    callId: string,
    userId: number,
    idempotencyKey: string,
  ): Promise<RememberedAction | undefined> {
    const [row] = await this.database.query<RememberedAction>(
      `SELECT call_id AS "callId", fingerprint FROM call_actions
       WHERE call_id = $1 AND user_id = $2 AND idempotency_key = $3 AND action <> 'start'`,
      [callId, userId, idempotencyKey],
      { prepare: true },
    );
    return row;
  }

  /** Finds the user's start of a call by its idempotency key. */
  async findStart(userId: number, idempotencyKey: string): Promise<RememberedAction | undefined> {
    const [row] = await this.database.query<RememberedAction>(
      `SELECT call_id AS "callId", fingerprint FROM call_actions
       WHERE user_id = $1 AND idempotency_key = $2 AND action = 'start'`,
      [userId, idempotencyKey],
      { prepare: true },
    );
    return row;
  }

  /** Returns false if the call does not exist, or if the user already has an action with this key. */
  async insert(
    callId: string,
    userId: number,
    action: NewCallAction,
    appliedAt: Date,
  ): Promise<boolean> {
    const rows = await this.database.query(
      `INSERT INTO call_actions (call_id, user_id, action, idempotency_key, fingerprint,
         call_trace_id, device_instance_id, client_action_id, source, surface,
         accessory_instance_id_hash, occurred_at, metadata, client_name, applied_at)
       SELECT id, $2::integer, $3, $4, $5::bytea, $6, $7, $8, $9, $10, $11, $12::timestamptz,
         $13::jsonb, $14, $15::timestamptz
       FROM calls WHERE id = $1
       ON CONFLICT DO NOTHING RETURNING id`,
      [
        callId,
        userId,
        action.action,
        action.idempotencyKey,
        action.fingerprint,
        action.callTraceId,
        action.deviceInstanceId,
        action.clientActionId,
        action.source,
        action.surface,
        action.accessoryInstanceIdHash,
        action.occurredAt,
        action.metadata && JSON.stringify(action.metadata),
        action.clientName,
        appliedAt,
      ],
      { prepare: true },
    );
    return rows.length > 0;
  }
}
