import { expect, test } from '@jest/globals';
import { parseTimeText } from './time-text.js';

test.each([
  ['2024-05-06', '2024-05-06T00:00:00Z'],
  ['2024-05-06T07:08:09+02:00', '2024-05-06T05:08:09Z'],
  ['1700000000', '2023-11-14T22:13:20Z'],
  ['May 6th 2024, 7:08PM', '2024-05-06T19:08:00Z'],
  ['6 May 2024 12 am', '2024-05-06T00:00:00Z'],
  ['5 pm May 6 2024', '2024-05-06T17:00:00Z'],
  ['Mon, 6 May 2024 07:08:09 EST', '2024-05-06T12:08:09Z'],
  ['6 May 2024 7:08 +0530', '2024-05-06T01:38:00Z'],
])('%j is %s', (text, moment) => {
  expect(parseTimeText(text)).toBe(moment);
});

test.each([
  '',
  'soon',
  'May 2024',
  '31 Feb 2024',
  '6 May 2024 25:00',
  '13 pm 6 May 2024',
  '99999999999999',
  '2024-05-06T00:00:00+32:00',
  '6 May 2024 7:08 8:09',
  '6 May 2024 UTC EST',
  '6 7 May 2024',
  'pm',
])('%j is not a time', (text) => {
  expect(parseTimeText(text)).toBeUndefined();
});
