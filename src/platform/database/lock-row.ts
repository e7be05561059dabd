import type { Database } from './database.js';

/**
 * Locks a row until the end of the transaction, against changes and other locks, but not against new
 * rows that refer to it. Serializes changes to what belongs to a realm or user.
 */
export async function lockRow(
  database: Database,
  table: 'realms' | 'users',
  id: number,
): Promise<void> {
  await database.query(`SELECT 1 FROM ${table} WHERE id = $1 FOR NO KEY UPDATE`, [id]);
}
