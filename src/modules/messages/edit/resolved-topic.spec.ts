import { expect, test } from '@jest/globals';
import { isOnlyToggled, isToggled, marksEmptyTopic } from './resolved-topic.js';

const LONG = 'a'.repeat(60);

test.each([
  ['lunch', '✔ lunch', true, true],
  ['✔ lunch', 'lunch', true, true],
  ['Lunch', '✔ lunch', true, true],
  ['✔ ✔ lunch', 'lunch', true, true],
  ['lunch', '✔ dinner', true, false],
  ['✔ lunch', 'dinner', true, false],
  ['lunch', '✔lunch', false, false],
  ['✔ lunch', '✔ dinner', false, false],
  [LONG, `✔ ${LONG.slice(0, 55)}...`, true, true],
  [LONG, `✔ b${LONG.slice(0, 54)}...`, true, false],
  ['lunch', '✔ lun...', true, true],
  ['lunch', '✔ lunch...', true, false],
])('%j to %j', (before, after, toggled, onlyToggled) => {
  expect(isToggled(before, after)).toBe(toggled);
  expect(isOnlyToggled(before, after)).toBe(onlyToggled);
});

test('the empty topic cannot have the mark', () => {
  expect(marksEmptyTopic('', '✔', 'general chat')).toBe(true);
  expect(marksEmptyTopic('', '✔ general chat', 'general chat')).toBe(true);
  expect(marksEmptyTopic('', '✔ lunch', 'general chat')).toBe(false);
  expect(marksEmptyTopic('lunch', '✔', 'general chat')).toBe(false);
});
