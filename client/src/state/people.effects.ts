// The people of the organization.
import type { Effects } from './effects.js';
import { type Row, rows } from './rows.js';

export const peopleEffects: Effects = {
  'realm_user/add'({ fields }, event) {
    // Whether somebody is active, the registered state tells by the list that they are in.
    const { is_active: _, ...person } = event['person'] as Row;
    rows(fields, 'realm_users').push(person);
  },
};
