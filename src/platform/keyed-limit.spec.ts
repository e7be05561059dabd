import { describe, expect, it } from '@jest/globals';
import { setImmediate as soon } from 'node:timers/promises';
import { KeyedLimit } from './keyed-limit.js';

describe('KeyedLimit', () => {
  it('limits concurrent work for each key, in the order of arrival', async () => {
    const limit = new KeyedLimit<string>(2);
    const started: string[] = [];
    const running = { a: 0, b: 0 };
    let most = 0;
    const work = (key: 'a' | 'b', name: string): Promise<string> =>
      limit.run(key, async () => {
        started.push(name);
        most = Math.max(most, ++running[key]);
        await soon();
        running[key]--;
        return name;
      });
    const all = [work('a', 'a1'), work('a', 'a2'), work('a', 'a3'), work('b', 'b1')];
    await soon();
    all.push(work('a', 'a4'), work('a', 'a5'));
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'a5']);
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4', 'a5']);
    expect(most).toBe(2);
    expect(limit.size).toBe(0);
  });

  it('continues after work that fails', async () => {
    const limit = new KeyedLimit<number>(1);
    const failing = limit.run(1, () => Promise.reject(new Error('broken')));
    const next = limit.run(1, () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
    expect(await limit.run(1, () => Promise.resolve('again'))).toBe('again');
  });
});
