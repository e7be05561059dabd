import { describe, expect, it } from '@jest/globals';
import type { SystemGroupIds } from '#modules/groups/groups';
import { REALM_SETTINGS, realmSettings } from './realm-settings.js';

const ids: SystemGroupIds = {
  'role:internet': 1,
  'role:everyone': 2,
  'role:members': 3,
  'role:fullmembers': 4,
  'role:moderators': 5,
  'role:administrators': 6,
  'role:owners': 7,
  'role:nobody': 8,
};

describe('the catalogue of realm settings', () => {
  it.each(Object.entries(REALM_SETTINGS))('accepts the default of %s', (_name, setting) => {
    expect(setting.accepts(setting.default)).toBe(true);
  });

  it('has no time limit of zero seconds', () => {
    const limit = REALM_SETTINGS.message_content_edit_limit_seconds;
    expect(limit.accepts(0)).toBe(false);
    expect(limit.accepts(null)).toBe(true);
  });
});

describe('realmSettings', () => {
  it('resolves the default groups to their ids', () => {
    const settings = realmSettings({}, ids);
    expect(settings.can_create_public_channel_group).toBe(3);
    expect(settings.can_manage_all_groups).toBe(7);
  });

  it('prefers stored values', () => {
    const empty = { direct_members: [], direct_subgroups: [] };
    const stored = { invite_required: false, can_create_groups: empty };
    const settings = realmSettings(stored, ids);
    expect(settings.invite_required).toBe(false);
    expect(settings.can_create_groups).toEqual(empty);
    expect(settings.message_content_edit_limit_seconds).toBe(600);
  });
});
