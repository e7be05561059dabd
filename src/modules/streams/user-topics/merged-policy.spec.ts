import { expect, test } from '@jest/globals';
import { mergedPolicy, type Policy } from './merged-policy.js';

const NONE = 0;
const MUTED = 1;
const UNMUTED = 2;
const FOLLOWED = 3;

test.each<[old: Policy, target: Policy, merged: Policy]>([
  [NONE, NONE, NONE],
  [MUTED, MUTED, MUTED],
  [FOLLOWED, FOLLOWED, FOLLOWED],
  [MUTED, NONE, NONE],
  [NONE, MUTED, NONE],
  [UNMUTED, NONE, UNMUTED],
  [MUTED, UNMUTED, UNMUTED],
  [UNMUTED, FOLLOWED, UNMUTED],
  [FOLLOWED, NONE, FOLLOWED],
  [NONE, FOLLOWED, FOLLOWED],
  [FOLLOWED, MUTED, NONE],
])('%i merges with %i', (old, target, merged) => {
  expect(mergedPolicy(old, target, false)).toBe(merged);
});

test.each<[old: Policy, target: Policy, moved: Policy]>([
  [MUTED, FOLLOWED, MUTED],
  [FOLLOWED, NONE, FOLLOWED],
  [NONE, MUTED, MUTED],
])('%i moves to an empty topic with %i', (old, target, moved) => {
  expect(mergedPolicy(old, target, true)).toBe(moved);
});
