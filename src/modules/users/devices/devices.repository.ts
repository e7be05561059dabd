import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** How a client describes a device; what is left out is not said. */
export interface DeviceLabels {
  device_name?: string;
  device_kind?: string;
  platform?: string;
  os_name?: string;
  os_version?: string;
  client_name?: string;
  client_version?: string;
  browser_name?: string;
}

const LABELS = [
  'device_name',
  'device_kind',
  'platform',
  'os_name',
  'os_version',
  'client_name',
  'client_version',
  'browser_name',
] as const satisfies (keyof DeviceLabels)[];

@Injectable()
export class DevicesRepository {
  constructor(private readonly database: Database) {}

  /** Oldest first. */
  async idsOf(userId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM client_devices WHERE user_id = $1 ORDER BY id`,
      [userId],
      { prepare: true },
    );
    return rows.map(({ id }) => id);
  }

  /** Nobody else adds a device of the user until the end of the transaction. */
  async lock(userId: number): Promise<number[]> {
    await this.database.query(`SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE`, [userId]);
    return this.idsOf(userId);
  }

  async insert(userId: number, labels: DeviceLabels, now: Date): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      `INSERT INTO client_devices (user_id, created_at, last_seen_at, ${LABELS.join(', ')})
       VALUES ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
      [userId, now, ...LABELS.map((name) => labels[name] ?? null)],
    );
    return row!.id;
  }

  /** Whether the user has the device. What is not said stays. */
  async update(userId: number, id: number, labels: DeviceLabels, now: Date): Promise<boolean> {
    const changes = LABELS.map((name, index) => `${name} = coalesce($${index + 4}, ${name})`);
    const rows = await this.database.query(
      `UPDATE client_devices SET last_seen_at = $3, ${changes.join(', ')}
       WHERE user_id = $1 AND id = $2 RETURNING id`,
      [userId, id, now, ...LABELS.map((name) => labels[name] ?? null)],
    );
    return rows.length > 0;
  }

  /** Whether the user had the device. */
  async delete(userId: number, id: number): Promise<boolean> {
    const rows = await this.database.query(
      `DELETE FROM client_devices WHERE user_id = $1 AND id = $2 RETURNING id`,
      [userId, id],
    );
    return rows.length > 0;
  }
}
