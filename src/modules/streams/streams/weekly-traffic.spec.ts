import { describe, expect, it } from '@jest/globals';
import { weeklyTraffic } from './weekly-traffic.js';

const DAY_MS = 24 * 3600 * 1000;

describe('weeklyTraffic', () => {
  it.each([
    ['a channel of six days', 1000, 6.9, null],
    ['an empty channel', 0, 7, 0],
    ['a channel of a week', 12, 7, 12],
    ['a channel of two weeks', 24, 14, 12],
    ['an old channel', 48, 400, 12],
    ['one message in four weeks', 1, 400, 1],
    ['three digits', 4 * 123, 400, 120],
    ['three digits, rounded up', 4 * 125, 400, 130],
    ['five digits', 4 * 12_499, 400, 12_000],
  ])('of %s', (_what, messages, ageDays, expected) => {
    expect(weeklyTraffic(messages, ageDays * DAY_MS)).toBe(expected);
  });
});
