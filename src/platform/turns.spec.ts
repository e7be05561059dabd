import { describe, expect, it } from '@jest/globals';
import { setImmediate as soon } from 'node:timers/promises';
import { Turns } from './turns.js';

describe('Turns', () => {
  it('lets so many run at a time for each key, in the order of arrival', async () => {
    const turns = new Turns<string>(2);
    const begun: string[] = [];
    const running = { a: 0, b: 0 };
    let most = 0;
    const work = (key: 'a' | 'b', name: string): Promise<string> =>
      turns.take(key, async () => {
        begun.push(name);
        most = Math.max(most, ++running[key]);
        await soon();
        running[key]--;
        return name;
      });
    const all = [work('a', 'a1'), work('a', 'a2'), work('a', 'a3'), work('b', 'b1')];
    await soon();
    all.push(work('a', 'a4'), work('a', 'a5'));
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'a5']);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4', 'a5']);
    expect(most).toBe(2);
  });

  it('goes on after work that fails', async () => {
    const turns = new Turns<number>(1);
    const failing = turns.take(1, () => Promise.reject(new Error('broken')));
    const next = turns.take(1, () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
    expect(await turns.take(1, () => Promise.resolve('again'))).toBe('again');
  });
});
