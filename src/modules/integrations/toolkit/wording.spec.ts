import { describe, expect, it } from '@jest/globals';
import { capitalized, counted, dataSize, duration, words } from './index.js';

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

  it('writes sizes with one decimal', () => {
    expect([0, 1023, 1536, 5 * 1024 ** 3, 1024 ** 6].map(dataSize)).toEqual([
      '0 B',
      '1023 B',
      '1.5 KiB',
      '5.0 GiB',
      '1024.0 PiB',
    ]);
    expect([-1, Number.NaN, undefined].map(dataSize)).toEqual([undefined, undefined, undefined]);
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
