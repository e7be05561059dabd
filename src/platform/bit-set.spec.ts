import { describe, expect, it } from '@jest/globals';
import { BitSet } from './bit-set.js';

function setOf(...numbers: number[]): BitSet {
  const set = new BitSet();
  for (const number of numbers) set.add(number);
  return set;
}

describe('a set of bits', () => {
  it('contains the numbers that were added', () => {
    const set = setOf(0, 7, 8, 300);
    expect(set.numbers()).toEqual([0, 7, 8, 300]);
    expect([0, 1, 8, 300, 301, 99_999].map((number) => set.has(number))).toEqual([
      true,
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  it('contains all numbers below a limit', () => {
    expect(BitSet.below(0).numbers()).toEqual([]);
    expect(BitSet.below(8).numbers()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(BitSet.below(11).numbers()).toHaveLength(11);
  });

  it('adds and removes the numbers of a shorter or longer set', () => {
    const set = setOf(1, 2);
    set.addAll(setOf(2, 500));
    expect(set.numbers()).toEqual([1, 2, 500]);
    expect(set.without(setOf(2)).numbers()).toEqual([1, 500]);
    expect(setOf(2, 3).without(set).numbers()).toEqual([3]);
  });

  it('is the same after its form as text', () => {
    const set = setOf(3, 77);
    expect(BitSet.fromText(set.toText()).numbers()).toEqual([3, 77]);
  });
});
