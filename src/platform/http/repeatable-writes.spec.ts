import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { setTimeout as delay } from 'node:timers/promises';
import { RightsChanged } from '#platform/event-log/rights-check.js';
import type { AccessGuard } from './access.guard.js';
import type { Authentication } from './authentication.js';
import { RepeatableWrites } from './repeatable-writes.js';
import { RequestContext } from './request-context.js';

/** Without other processes. */
const authentication = {
  holdRights: (_realmId: number, work: () => Promise<unknown>) => work(),
} as unknown as Authentication;
const renewed = { renew: () => Promise.resolve() } as unknown as AccessGuard;

function requestOf(realmId: number): Request {
  const request = {} as Request;
  request.parley = new RequestContext('sample', request);
  request.parley.actor = { realmId } as RequestContext['actor'];
  return request;
}

/** Writes that change rights, and fail if another one was committed since they began. */
class Rights {
  commits = 0;

  async write(milliseconds: number): Promise<string> {
    const before = this.commits;
    await delay(milliseconds);
    if (this.commits > before) throw new RightsChanged();
    this.commits += 1;
    return 'done';
  }
}

describe('a write that takes long', () => {
  it('is made while short ones follow each other', async () => {
    const writes = new RepeatableWrites(renewed, authentication);
    const rights = new Rights();
    const run = (milliseconds: number): Promise<unknown> =>
      writes.run(requestOf(1), Rights, () => rights.write(milliseconds));
    const state = { isOver: false };
    const shortWrites = Array.from({ length: 3 }, async () => {
      while (!state.isOver) await run(2);
    });
    await delay(10);
    expect(await run(60)).toBe('done');
    state.isOver = true;
    await Promise.all(shortWrites);
  });

  it('does not delay other organizations', async () => {
    const writes = new RepeatableWrites(renewed, authentication);
    let attempts = 0;
    const slow = writes.run(requestOf(1), Rights, async () => {
      attempts += 1;
      if (attempts === 1) throw new RightsChanged();
      await delay(50);
      return 'slow';
    });
    await delay(5);
    const order = await Promise.race([
      slow,
      writes.run(requestOf(2), Rights, () => Promise.resolve('other')),
    ]);
    expect(order).toBe('other');
    expect(await slow).toBe('slow');
  });

  it('fails when rights change each time', async () => {
    const writes = new RepeatableWrites(renewed, authentication);
    const failing = writes.run(requestOf(1), Rights, () => Promise.reject(new RightsChanged()));
    await expect(failing).rejects.toMatchObject({ status: 503 });
    expect(await writes.run(requestOf(1), Rights, () => Promise.resolve('next'))).toBe('next');
  });
});
