// The command line of the bench, which nothing else runs here.
import { describe, expect, it } from '@jest/globals';
import { readOptions, usage, UsageError } from '../bench/options.js';

const NAMES = ['first', 'second'];
const nothing = { scenarios: [], quick: false, json: false, profile: false, help: false };

describe('the options of the bench', () => {
  it('choose what is measured and how', () => {
    expect(readOptions([], NAMES)).toEqual(nothing);
    expect(
      readOptions(['--scenario', 'first', '--scenario', 'second', '--quick', '--json'], NAMES),
    ).toEqual({ ...nothing, scenarios: NAMES, quick: true, json: true });
  });

  it('ask for help without being wrong', () => {
    expect(readOptions(['--help'], NAMES)).toEqual({ ...nothing, help: true });
    expect(usage(NAMES)).toContain('scenarios: first, second');
  });

  it.each([[['--scenario', 'third']], [['--unknown']], [['first']]])('%j is refused', (args) => {
    expect(() => readOptions(args, NAMES)).toThrow(UsageError);
    expect(() => readOptions(args, NAMES)).toThrow('scenarios: first, second');
  });
});
