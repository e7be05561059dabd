// The command line of the bench, and one scenario, which shows that the bench still works with the code
// that it measures.
import { describe, expect, it } from '@jest/globals';
import type { Bench } from '../bench/scenario.js';
import { authenticate } from '../bench/scenarios/authentication.js';
import { readOptions, usage, UsageError } from '../bench/options.js';

const NAMES = ['first', 'second'];
const nothing = { scenarios: [], quick: false, json: false, profile: false, help: false };

describe('the options of the bench', () => {
  it('select scenarios and settings', () => {
    expect(readOptions([], NAMES)).toEqual(nothing);
    expect(
      readOptions(['--scenario', 'first', '--scenario', 'second', '--quick', '--json'], NAMES),
    ).toEqual({ ...nothing, scenarios: NAMES, quick: true, json: true });
  });

  it('include help, which is not an error', () => {
    expect(readOptions(['--help'], NAMES)).toEqual({ ...nothing, help: true });
    expect(usage(NAMES)).toContain('scenarios: first, second');
  });

  it.each([[['--scenario', 'third']], [['--unknown']], [['first']]])('%j is refused', (args) => {
    expect(() => readOptions(args, NAMES)).toThrow(UsageError);
    expect(() => readOptions(args, NAMES)).toThrow('scenarios: first, second');
  });
});

describe('a scenario of the bench', () => {
  it('measures authentication without a server', async () => {
    const rows = await authenticate.run({ quick: true } as Bench);
    expect(rows).toEqual([
      expect.objectContaining({ scenario: 'authentication', ours: expect.any(Number) }),
    ]);
  });
});
