// Presence and muted users.
import type { Effects } from './effects.js';
import type { Row } from './rows.js';

export const presenceEffects: Effects = {
  presence({ fields }, event) {
    const presences = fields['presences'] as Row;
    if ('presences' in event) {
      Object.assign(presences, event['presences']);
      return;
    }
    const { website } = event['presence'] as { website: Row };
    const { pushable, ...aggregated } = website;
    if (!('email' in event)) {
      const { status, timestamp } = aggregated;
      const userId = event['user_id'] as number;
      presences[userId] = {
        ...(presences[userId] as Row | undefined),
        ...(status === 'active' && { active_timestamp: timestamp }),
        idle_timestamp: timestamp,
      };
      return;
    }
    presences[event['email'] as string] = { aggregated, website: { ...aggregated, pushable } };
  },

  muted_users({ fields }, event) {
    fields['muted_users'] = event['muted_users'];
  },
};
