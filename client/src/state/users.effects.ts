// The users of the organization, their statuses, and the bots of the user.
import type { ClientState, Effects } from './effects.js';
import { type Row, rows } from './rows.js';

export const userEffects: Effects = {
  'realm_user/add'({ fields }, event) {
    // In the registered state, the list of a user says whether the user is active.
    const { is_active: isActive, ...person } = event['person'] as Row;
    removeUser(fields, person);
    rows(fields, isActive === false ? 'realm_non_active_users' : 'realm_users').push(person);
  },

  'realm_user/remove'({ fields }, event) {
    removeUser(fields, event['person'] as Row);
  },

  'realm_user/update'(state, event) {
    const { user_id: userId, ...change } = event['person'] as Row;
    const { fields } = state;
    if ('is_active' in change) {
      const [from, to] = change['is_active'] ? USER_LISTS.toReversed() : USER_LISTS;
      const people = takePerson(fields, from!, userId);
      rows(fields, to!).push(...people);
      if (!change['is_active']) dropPresence(fields, userId, people);
      return;
    }
    const person = USER_LISTS.flatMap((list) => rows(fields, list)).find(
      (row) => row['user_id'] === userId,
    );
    if (person) {
      movePresence(fields, person['email'] as string, change['new_email']);
      changePerson(person, change);
    }
    if (userId === state.userId) changeSelf(state, change);
  },

  user_status({ fields }, event) {
    const { id: _id, type: _type, user_id: userId, ...change } = event;
    const statuses = fields['user_status'] as Record<string, Row>;
    const status = { ...statuses[userId as number], ...change };
    for (const [name, value] of Object.entries(status)) {
      if (value === '' || (name === 'away' && value === false)) delete status[name];
    }
    if (!('emoji_name' in status)) delete (status as Row)['reaction_type'];
    if (Object.keys(status).length > 0) statuses[userId as number] = status;
    else delete statuses[userId as number];
  },

  custom_profile_fields({ fields }, event) {
    fields['custom_profile_fields'] = event['fields'];
  },

  'realm_bot/add'({ fields }, event) {
    rows(fields, 'realm_bots').push(event['bot'] as Row);
  },

  'realm_bot/update'({ fields }, event) {
    const { user_id: userId, ...change } = event['bot'] as Row;
    const bot = rows(fields, 'realm_bots').find((row) => row['user_id'] === userId);
    Object.assign(bot!, change);
  },

  'realm_bot/delete'({ fields }, event) {
    takePerson(fields, 'realm_bots', (event['bot'] as Row)['user_id']);
  },
};

const USER_LISTS = ['realm_users', 'realm_non_active_users'];

/** In the legacy form, presence is keyed by email. */
function movePresence(fields: Row, from: string, to: unknown): void {
  const presences = (fields['presences'] ?? {}) as Row;
  if (typeof to !== 'string' || presences[from] === undefined) return;
  presences[to] = presences[from];
  delete presences[from];
}

/** Removes a user with the presence. */
function removeUser(fields: Row, { user_id: userId }: Row): void {
  const people = USER_LISTS.flatMap((list) => takePerson(fields, list, userId));
  dropPresence(fields, userId, people);
}

function dropPresence(fields: Row, userId: unknown, people: Row[]): void {
  const presences = (fields['presences'] ?? {}) as Row;
  for (const { email } of people) delete presences[email as string];
  delete presences[userId as number];
}

function takePerson(fields: Row, list: string, userId: unknown): Row[] {
  const taken = rows(fields, list).filter((row) => row['user_id'] === userId);
  fields[list] = rows(fields, list).filter((row) => row['user_id'] !== userId);
  return taken;
}

function changePerson(person: Row, change: Row): void {
  if ('custom_profile_field' in change) {
    const { id, value, ...more } = change['custom_profile_field'] as Row;
    const profile = person['profile_data'] as Record<string, Row>;
    if (value === null) delete profile[id as number];
    else profile[id as number] = { value, ...more };
    return;
  }
  for (const [name, value] of Object.entries(change)) {
    if (name === 'new_email') person['email'] = value;
    else if (name in person) person[name] = value;
  }
  if ('role' in change) Object.assign(person, standing(change['role'] as number));
}

function changeSelf({ fields }: ClientState, change: Row): void {
  for (const [name, value] of Object.entries(change)) {
    if (name === 'new_email') fields['email'] = value;
    else if (name in fields) fields[name] = value;
  }
  if (!('role' in change)) return;
  const role = change['role'] as number;
  Object.assign(fields, standing(role), { is_moderator: role <= 300 });
}

function standing(role: number): Row {
  return { is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 };
}
