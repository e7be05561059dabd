import { expect, it } from '@jest/globals';
import { isCompatibleClient } from './client-compatibility.js';

it.each([
  [undefined, false],
  ['', false],
  ['ZulipInvalid/5.0', false],
  ['ZulipInvalid', false],
  ['ZulipInvalidity/5.0', true],
  ['ZulipMobile/16.2.95 (Android 8.1.0)', false],
  ['ZulipMobile/16.2 (Android 8.1.0)', false],
  ['ZulipMobile/9.100.100 (Android)', false],
  ['ZulipMobile/16.2.96 (Android 8.1.0)', true],
  ['ZulipMobile/16.2.96-rc1 (Android 8.1.0)', true],
  ['ZulipMobile/27.190 (Android 13)', true],
  ['ZulipMobile/1.0.0 (iOS 14.0)', true],
  ['ZulipMobile/flutter (Android 13)', true],
  ['ZulipElectron/5.9.0', true],
  ['curl/8.5.0', true],
])('the client %j is compatible: %j', (userAgent, compatible) => {
  expect(isCompatibleClient(userAgent)).toBe(compatible);
});
