import { describe, expect, test } from '@jest/globals';
import { type NarrowTermInput, narrowProblem, readTerm } from './narrow-terms.js';

describe('readTerm', () => {
  test('reads both forms of a term', () => {
    const input: NarrowTermInput[] = [
      ['IS', 'x'],
      { operator: 'is', operand: 'x' },
      { operator: 'Is', operand: 7, negated: true },
    ];
    expect(input.map(readTerm)).toEqual([
      { operator: 'is', operand: 'x', negated: false },
      { operator: 'is', operand: 'x', negated: false },
      { operator: 'is', operand: 7, negated: true },
    ]);
  });
});

describe('narrowProblem', () => {
  test.each([
    [[]],
    [[['is', 'dm']]],
    [[{ operator: 'dm', operand: [1, 2], negated: true }]],
    [[{ operator: 'near', operand: 7 }]],
  ])('finds nothing wrong with %j', (narrow) => {
    expect(narrowProblem(narrow)).toBeUndefined();
  });

  test.each([
    [null, 'is not a list'],
    [Array.from({ length: 101 }, () => ['is', 'dm']), 'has more than 100 terms'],
    [[['is']], '[0] is not a pair'],
    [[['is', 'dm'], 'x'], '[1] is not an object'],
    [[{ operator: 1, operand: 'dm' }], '[0]["operator"]'],
    [[{ operator: 'is', operand: 1.5 }], '[0]["operand"]'],
    [[{ operator: 'is', operand: [null] }], '[0]["operand"]'],
    [[{ operator: 'is', operand: 'dm', negated: 'no' }], '[0]["negated"]'],
    [[{ operator: 'is', operand: 'dm', extra: 1 }], 'unexpected key "extra"'],
  ])('%j: %s', (narrow, problem) => {
    expect(narrowProblem(narrow)).toContain(problem);
  });
});
