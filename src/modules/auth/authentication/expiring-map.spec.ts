import { describe, expect, it } from '@jest/globals';
import { Clock } from '#platform/clock.js';
import { ExpiringMap } from './expiring-map.js';

class SetClock extends Clock {
  time = 0;
  override now(): Date {
    return new Date(this.time);
  }
}

function setUp(maxSize = 10): { clock: SetClock; map: ExpiringMap<number> } {
  const clock = new SetClock();
  return { clock, map: new ExpiringMap<number>(clock, { maxAgeMs: 5_000, maxSize }) };
}

describe('ExpiringMap', () => {
  it('keeps what was loaded until it expires', async () => {
    const { clock, map } = setUp();
    await expect(map.load('a', () => Promise.resolve(1))).resolves.toBe(1);
    clock.time = 4_999;
    expect(map.get('a')).toBe(1);
    clock.time = 5_000;
    expect(map.get('a')).toBeUndefined();
  });

  it('keeps nothing when there was nothing to load', async () => {
    const { map } = setUp();
    await map.load('a', () => Promise.resolve(undefined));
    expect(map.size).toBe(0);
  });

  it('drops the oldest when it is full', async () => {
    const { map } = setUp(2);
    for (const [index, key] of ['a', 'b', 'c'].entries()) {
      await map.load(key, () => Promise.resolve(index));
    }
    expect(map.get('a')).toBeUndefined();
    expect(map.get('b')).toBe(1);
    expect(map.get('c')).toBe(2);
  });

  it('does not keep what was read before a change and arrived after it', async () => {
    const { map } = setUp();
    let arrive = (_value: number): void => undefined;
    const loading = map.load('a', () => new Promise<number>((resolve) => (arrive = resolve)));
    map.deleteWhere(() => true);
    arrive(1);
    await expect(loading).resolves.toBe(1);
    expect(map.get('a')).toBeUndefined();
  });
});
