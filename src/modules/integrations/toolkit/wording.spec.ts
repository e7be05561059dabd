import { describe, expect, it } from '@jest/globals';
import { capitalized, counted, duration, words } from './index.js';

describe('wording', () => {
  it('counts with the singular and the plural', () => {
    expect([0, 1, 2].map((number) => counted(number, 'alert'))).toEqual([
      '0 alerts',
      '1 alert',
      '2 alerts',
    ]);
    expect(counted(2, 'reply', 'replies')).toBe('2 replies');
  });

  it('writes durations with the two largest units', () => {
    expect(duration(0)).toBe('0 seconds');
    expect(duration(61)).toBe('1 minute 1 second');
    expect(duration(7200)).toBe('2 hours');
    expect(duration(90_061)).toBe('1 day 1 hour');
    expect(duration(-1)).toBeUndefined();
    expect(duration(undefined)).toBeUndefined();
  });

  it('writes values of enumerations as words', () => {
    expect(['IN_PROGRESS', 'StatusChanged', 'on-hold'].map(words)).toEqual([
      'in progress',
      'status changed',
      'on hold',
    ]);
    expect(capitalized('in progress')).toBe('In progress');
  });
});
