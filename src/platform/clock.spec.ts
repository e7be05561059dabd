import { describe, expect, test } from '@jest/globals';
import { Clock, parseTime } from './clock.js';

class SetClock extends Clock {
  time = 5000;

  override now(): Date {
    return new Date(this.time);
  }
}

test('elapsed time grows when the clock is set, in either direction', () => {
  const clock = new SetClock();
  const start = clock.elapsed();
  clock.time += 100;
  expect(clock.elapsed()).toBe(start + 100);
  clock.time -= 1000;
  expect(clock.elapsed()).toBe(start + 1100);
  expect(clock.elapsed()).toBe(start + 1100);
});

describe('parseTime', () => {
  test.each([
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-03-01T12:30', '2026-03-01T12:30:00.000Z'],
    ['2026-03-01 12:30:15', '2026-03-01T12:30:15.000Z'],
    ['2026-03-01T12:30:15.25', '2026-03-01T12:30:15.250Z'],
    ['2026-03-01T12:30:15.123456', '2026-03-01T12:30:15.123Z'],
    ['2026-03-01T12:30:15Z', '2026-03-01T12:30:15.000Z'],
    ['2026-03-01t12:30:15z', '2026-03-01T12:30:15.000Z'],
    ['2026-03-01T00:30:00+02:00', '2026-02-28T22:30:00.000Z'],
    ['2026-03-01T23:30:00-0530', '2026-03-02T05:00:00.000Z'],
    ['2026-03-01T00:30:00+02', '2026-02-28T22:30:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(parseTime(text)?.toISOString()).toBe(expected);
  });

  test.each([
    '',
    'now',
    '2026',
    '2026-3-1',
    '2026-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-03-01T',
    '2026-03-01T25:00',
    '2026-03-01T12:60',
    '2026-03-01T12:30+25:00',
    '2026-03-01T12:30 UTC',
    '+002026-03-01',
    '2026-03-01T12:30:15Z; DROP',
  ])('%j is not a time', (text) => {
    expect(parseTime(text)).toBeUndefined();
  });
});
