import { expect, test } from '@jest/globals';
import { isTimeZone } from './time-zones.js';

test.each(['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta', 'Etc/GMT+1'])(
  '%s is a time zone',
  (name) => expect(isTimeZone(name)).toBe(true),
);

test.each(['', '+01:00', 'Europe', 'Europe/Nowhere', ' UTC', '../etc'])(
  '%j is not a time zone',
  (name) => expect(isTimeZone(name)).toBe(false),
);
