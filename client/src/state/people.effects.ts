// The people of the organization.
import type { Effects } from './effects.js';

export const peopleEffects: Effects = {
  muted_users({ fields }, event) {
    fields['muted_users'] = event['muted_users'];
  },
};
