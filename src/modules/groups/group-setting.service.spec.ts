import { describe, expect, it } from '@jest/globals';
import { canonicalGroupSetting } from './group-setting.service.js';

describe('canonicalGroupSetting', () => {
  it('keeps a group id as it is', () => {
    expect(canonicalGroupSetting(7)).toBe(7);
  });

  it('turns one group without people into its id', () => {
    expect(canonicalGroupSetting({ direct_members: [], direct_subgroups: [7, 7] })).toBe(7);
  });

  it('sorts and removes repetitions', () => {
    expect(canonicalGroupSetting({ direct_members: [3, 1, 3], direct_subgroups: [9, 8] })).toEqual({
      direct_members: [1, 3],
      direct_subgroups: [8, 9],
    });
  });

  it('keeps a set of nobody', () => {
    const nobody = { direct_members: [], direct_subgroups: [] };
    expect(canonicalGroupSetting(nobody)).toEqual(nobody);
  });
});
