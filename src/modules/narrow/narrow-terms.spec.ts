import { describe, expect, test } from '@jest/globals';
import { narrowProblem, parseNarrow } from './narrow-terms.js';

describe('parseNarrow', () => {
  test.each([
    ['channel', 'channel'],
    ['stream', 'channel'],
    ['STREAM', 'channel'],
    ['topic', 'topic'],
    ['dm', 'dm'],
    ['pm-with', 'dm'],
    ['pm_with', 'dm'],
    ['sender', 'sender'],
    ['from', 'sender'],
    ['id', 'id'],
    ['is', 'is'],
    ['near', 'near'],
  ])('reads %s as %s, in both spellings of a term', (given, operator) => {
    expect(
      parseNarrow([
        [given, 'x'],
        { operator: given, operand: 'x' },
        { operator: given, operand: 7, negated: true },
      ]),
    ).toEqual([
      { operator, operand: 'x', negated: false },
      { operator, operand: 'x', negated: false },
      { operator, operand: 7, negated: true },
    ]);
  });

  test.each(['', 'mood', 'toString', '__proto__'])('refuses the operator %j', (operator) => {
    expect(() => parseNarrow([[operator, 'x']])).toThrow(
      expect.objectContaining({ code: 'BAD_NARROW' }),
    );
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
