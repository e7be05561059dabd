import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { OwnSettings } from '#modules/streams/streams';
import type { SubscriptionRow } from './subscriptions.repository.js';

export interface LockedSubscription extends SubscriptionRow {
  /** Whether the stream is archived. */
  isArchived: boolean;
}

@Injectable()
export class SubscriptionSettingsRepository {
  constructor(private readonly database: Database) {}

  /** Locks the active subscriptions of the user, and returns them keyed by stream id. */
  async lock(userId: number, streamIds: number[]): Promise<Map<number, LockedSubscription>> {
    const rows = await this.database.query<LockedSubscription>(
      `SELECT s.*, c.is_archived AS "isArchived" FROM subscriptions s JOIN streams c ON c.id = s.stream_id
       WHERE s.user_id = $1 AND s.stream_id = ANY($2::integer[]) AND s.is_active
       ORDER BY s.stream_id
       FOR NO KEY UPDATE OF s`,
      [userId, streamIds],
    );
    return new Map(rows.map((row) => [row.stream_id, row]));
  }

  /** Updates the settings in `changes`, which are keyed by stream id. */
  async update(userId: number, changes: Map<number, Partial<OwnSettings>>): Promise<void> {
    if (changes.size === 0) return;
    const rows = [...changes].map(([streamId, settings]) => ({ stream_id: streamId, ...settings }));
    await this.database.query(
      `UPDATE subscriptions s SET
         color = coalesce(c.color, s.color),
         is_muted = coalesce(c.is_muted, s.is_muted),
         pin_to_top = coalesce(c.pin_to_top, s.pin_to_top),
         desktop_notifications = coalesce(c.desktop_notifications, s.desktop_notifications),
         audible_notifications = coalesce(c.audible_notifications, s.audible_notifications),
         push_notifications = coalesce(c.push_notifications, s.push_notifications),
         email_notifications = coalesce(c.email_notifications, s.email_notifications),
         wildcard_mentions_notify = coalesce(c.wildcard_mentions_notify, s.wildcard_mentions_notify)
       FROM json_to_recordset($2::json) AS c (
         stream_id integer, color text, is_muted boolean, pin_to_top boolean,
         desktop_notifications boolean, audible_notifications boolean,
         push_notifications boolean, email_notifications boolean,
         wildcard_mentions_notify boolean)
       WHERE s.user_id = $1 AND s.stream_id = c.stream_id`,
      [userId, JSON.stringify(rows)],
    );
  }
}
