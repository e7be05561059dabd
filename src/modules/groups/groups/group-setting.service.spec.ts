import { describe, expect, it } from '@jest/globals';
import {
  canonicalGroupSetting,
  checkExpectation,
  groupSettingUpdateProblem,
  isSameGroupSetting,
} from './group-setting.service.js';

describe('canonicalGroupSetting', () => {
  it('does not change a group id', () => {
    expect(canonicalGroupSetting(7)).toBe(7);
  });

  it('replaces a single group without users by its id', () => {
    expect(canonicalGroupSetting({ direct_members: [], direct_subgroups: [7, 7] })).toBe(7);
  });

  it('sorts ids and removes duplicates', () => {
    expect(canonicalGroupSetting({ direct_members: [3, 1, 3], direct_subgroups: [9, 8] })).toEqual({
      direct_members: [1, 3],
      direct_subgroups: [8, 9],
    });
  });

  it('does not change an empty set', () => {
    const empty = { direct_members: [], direct_subgroups: [] };
    expect(canonicalGroupSetting(empty)).toEqual(empty);
  });
});

describe('isSameGroupSetting', () => {
  it('compares the holders, regardless of the notation', () => {
    const set = { direct_members: [2, 1], direct_subgroups: [9, 9] };
    expect(isSameGroupSetting(set, { direct_members: [1, 2], direct_subgroups: [9] })).toBe(true);
    expect(isSameGroupSetting(7, { direct_members: [], direct_subgroups: [7] })).toBe(true);
    expect(isSameGroupSetting(set, 9)).toBe(false);
  });
});

describe('checkExpectation', () => {
  it('accepts a change without an expectation, and one that expects the current value', () => {
    const old = { direct_members: [], direct_subgroups: [7] };
    expect(() => checkExpectation('can_join_group', { new: 8 }, 7)).not.toThrow();
    expect(() => checkExpectation('can_join_group', { new: 8, old }, 7)).not.toThrow();
  });

  it('reports the setting that has another value', () => {
    expect(() => checkExpectation('can_join_group', { new: 8, old: 6 }, 7)).toThrow(
      expect.objectContaining({
        code: 'EXPECTATION_MISMATCH',
        data: { field_name: 'can_join_group' },
      }),
    );
  });
});

describe('groupSettingUpdateProblem', () => {
  const anonymous = { direct_members: [1], direct_subgroups: [] };

  it.each([{ new: 1 }, { new: anonymous, old: 5 }, { new: 5, old: anonymous }])(
    'accepts %j',
    (update) => expect(groupSettingUpdateProblem(update)).toBeUndefined(),
  );

  it.each([
    [5, 'is not an object'],
    [null, 'is not an object'],
    [[], 'is not an object'],
    [{}, '["new"] is required'],
    [{ old: 1 }, '["new"] is required'],
    [{ new: 'members' }, '["new"] is not a group ID or an object'],
    [{ new: null }, '["new"] is not a group ID or an object'],
    [{ new: { direct_members: [1] } }, '["new"]["direct_subgroups"] is not a list of integers'],
    [{ new: 1, old: false }, '["old"] is not a group ID or an object'],
    [{ new: 1, value: 2 }, 'has an unexpected key "value"'],
    [{ new: { ...anonymous, more: 1 } }, '["new"] has an unexpected key "more"'],
  ])('refuses %j', (update, problem) => {
    expect(groupSettingUpdateProblem(update)).toBe(problem);
  });
});
