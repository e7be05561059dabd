import { Injectable } from '@nestjs/common';
import { SubscriptionEntity, type SubscriptionSettings } from '#modules/streams/streams';
import { Database } from '#platform/database/database.js';
import { selectList } from '#platform/database/select-list.js';

export interface LockedSubscription extends SubscriptionEntity {
  /** Whether the stream is archived. */
  isArchived: boolean;
}

const COLUMNS = selectList(SubscriptionEntity, 's');

@Injectable()
export class SubscriptionSettingsRepository {
  constructor(private readonly database: Database) {}

  /** Locks the active subscriptions of the user, and returns them keyed by stream id. */
  async lock(userId: number, streamIds: number[]): Promise<Map<number, LockedSubscription>> {
    const rows = await this.database.query<LockedSubscription>(
      `SELECT ${COLUMNS}, c.is_archived AS "isArchived"
       FROM subscriptions s JOIN streams c ON c.id = s.stream_id
       WHERE s.user_id = $1 AND s.stream_id = ANY($2::integer[]) AND s.is_active
       ORDER BY s.stream_id
       FOR NO KEY UPDATE OF s`,
      [userId, streamIds],
    );
    return new Map(rows.map((row) => [row.streamId, row]));
  }

  /** Updates the settings in `changes`, which are keyed by stream id. */
  async update(userId: number, changes: Map<number, Partial<SubscriptionSettings>>): Promise<void> {
    if (changes.size === 0) return;
    const rows = [...changes].map(([streamId, settings]) => ({ streamId, ...settings }));
    await this.database.query(
      `UPDATE subscriptions s SET
         color = coalesce(c.color, s.color),
         is_muted = coalesce(c."isMuted", s.is_muted),
         pin_to_top = coalesce(c."pinToTop", s.pin_to_top),
         desktop_notifications = coalesce(c."desktopNotifications", s.desktop_notifications),
         audible_notifications = coalesce(c."audibleNotifications", s.audible_notifications),
         push_notifications = coalesce(c."pushNotifications", s.push_notifications),
         email_notifications = coalesce(c."emailNotifications", s.email_notifications),
         wildcard_mentions_notify = coalesce(c."wildcardMentionsNotify", s.wildcard_mentions_notify)
       FROM json_to_recordset($2::json) AS c (
         "streamId" integer, color text, "isMuted" boolean, "pinToTop" boolean,
         "desktopNotifications" boolean, "audibleNotifications" boolean,
         "pushNotifications" boolean, "emailNotifications" boolean,
         "wildcardMentionsNotify" boolean)
       WHERE s.user_id = $1 AND s.stream_id = c."streamId"`,
      [userId, JSON.stringify(rows)],
    );
  }
}
