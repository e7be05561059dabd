import { describe, expect, it } from '@jest/globals';
import { Audience } from './audience.js';
import { EventWindow, tailed, type TailedEvent } from './event-window.js';

const MINUTE_MS = 60_000;

function events(first: number, count: number, readAt = 0): TailedEvent[] {
  return Array.from({ length: count }, (_, index) =>
    tailed(
      {
        realmId: 1,
        id: first + index,
        type: 'sample',
        payload: {},
        audience: Audience.internal(),
        bytes: 10,
      },
      readAt,
    ),
  );
}

function idsAfter(window: EventWindow, id: number): number[] | undefined {
  return window.after(id)?.map((event) => event.id);
}

describe('EventWindow', () => {
  it('returns the events after an id, or undefined for ids before its start', () => {
    const window = new EventWindow(100);
    expect(idsAfter(window, 100)).toEqual([]);
    window.push([...events(103, 2), ...events(110, 1)]);
    expect(idsAfter(window, 99)).toBeUndefined();
    expect(idsAfter(window, 100)).toEqual([103, 104, 110]);
    expect(idsAfter(window, 104)).toEqual([110]);
    expect(idsAfter(window, 107)).toEqual([110]);
    expect(idsAfter(window, 110)).toEqual([]);
  });

  it('drops events older than five minutes', () => {
    const window = new EventWindow(0);
    window.push(events(1, 2, 0));
    window.push(events(3, 1, 4 * MINUTE_MS));
    window.trim(5 * MINUTE_MS);
    expect(window.startId).toBe(0);
    window.trim(6 * MINUTE_MS);
    expect(window.startId).toBe(2);
    expect(window.bytes).toBe(10);
    expect(idsAfter(window, 1)).toBeUndefined();
    expect(idsAfter(window, 2)).toEqual([3]);
    window.trim(60 * MINUTE_MS);
    expect([window.startId, window.bytes]).toEqual([3, 0]);
  });

  it('limits the number of events', () => {
    const window = new EventWindow(0);
    window.push(events(1, 25_000));
    window.trim(0);
    expect(window.startId).toBe(5000);
    expect(window.after(5000)).toHaveLength(20_000);
  });

  it('drops the older half of its events on request', () => {
    const window = new EventWindow(0);
    window.push(events(1, 5));
    window.dropOlderHalf();
    expect([window.startId, window.bytes]).toEqual([3, 20]);
    for (let times = 0; times < 3; times++) window.dropOlderHalf();
    expect([window.startId, window.bytes]).toEqual([5, 0]);
    expect(idsAfter(window, 5)).toEqual([]);
  });
});
