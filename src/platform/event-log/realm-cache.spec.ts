import { describe, expect, it } from '@jest/globals';
import { Clock } from '#platform/clock.js';
import type { Database } from '#platform/database/database.js';
import type { EventTail } from './event-tail.js';
import { type RealmCache, RealmCaches } from './realm-cache.js';
import type { SnapshotCaches } from './snapshot-cache.js';

const REALM = 1;

class SetClock extends Clock {
  time = 1;

  override elapsed(): number {
    return this.time;
  }
}

/** A cache of the numbers of its loads, each of which waits until the test resolves it. */
class Scene {
  readonly clock = new SetClock();
  readonly loads: (() => void)[] = [];
  readonly cache: RealmCache<number>;
  private publish: (realmId: number, events: { type: string }[]) => void = () => undefined;

  constructor() {
    const eventTail = {
      follow: () => Promise.resolve(),
      onChanges: (listener: typeof this.publish) => (this.publish = listener),
      onRealmClosed: () => undefined,
    } as unknown as EventTail;
    const snapshotCaches = { create: () => undefined } as unknown as SnapshotCaches;
    const database = { inTransaction: false, inSnapshot: false } as Database;
    const caches = new RealmCaches(database, eventTail, snapshotCaches, this.clock);
    this.cache = caches.create(['sample'], () => {
      const number = this.loads.length + 1;
      return new Promise((resolve) => this.loads.push(() => resolve(number)));
    });
  }

  change(type: string): void {
    this.publish(REALM, [{ type }]);
  }

  async read(): Promise<number> {
    const reading = this.cache.get(REALM);
    await Promise.resolve();
    this.loads.at(-1)?.();
    return reading;
  }
}

describe('a realm cache', () => {
  it('loads once for concurrent readers', async () => {
    const scene = new Scene();
    const readings = [scene.cache.get(REALM), scene.cache.get(REALM)];
    expect(await scene.read()).toBe(1);
    expect(await Promise.all(readings)).toEqual([1, 1]);
    expect(await scene.cache.get(REALM)).toBe(1);
  });

  it('loads again after five seconds', async () => {
    const scene = new Scene();
    await scene.read();
    scene.clock.time += 5_000;
    expect(await scene.read()).toBe(1);
    scene.clock.time += 1;
    expect(await scene.read()).toBe(2);
  });

  it('loads again after an event of its types', async () => {
    const scene = new Scene();
    await scene.read();
    scene.change('other');
    expect(await scene.read()).toBe(1);
    scene.change('sample');
    expect(await scene.read()).toBe(2);
  });

  it('does not cache a value that changed while it was loaded', async () => {
    const scene = new Scene();
    const overtaken = scene.cache.get(REALM);
    await Promise.resolve();
    scene.change('sample');
    expect(await scene.read()).toBe(2);
    scene.loads[0]!();
    expect(await overtaken).toBe(1);
    expect(await scene.cache.get(REALM)).toBe(2);
  });
});
