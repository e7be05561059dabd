import { expect, it } from '@jest/globals';
import { fillFilter } from './ldap-filter.js';

it.each([
  ['ada', '(|(mail=ada)(uid=ada))'],
  ['*', String.raw`(|(mail=\2a)(uid=\2a))`],
  ['a)(uid=*', String.raw`(|(mail=a\29\28uid=\2a)(uid=a\29\28uid=\2a))`],
  ['\\', String.raw`(|(mail=\5c)(uid=\5c))`],
  ['\0', String.raw`(|(mail=\00)(uid=\00))`],
  ['$&', '(|(mail=$&)(uid=$&))'],
])('escapes %j', (username, filter) => {
  expect(fillFilter('(|(mail={username})(uid={username}))', username)).toBe(filter);
});
