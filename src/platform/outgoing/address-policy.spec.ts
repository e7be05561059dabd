import { describe, expect, it } from '@jest/globals';
import type { LookupAddress } from 'node:dns';
import { Config } from '#config/config.js';
import { AddressPolicy, ForbiddenAddressError } from './address-policy.js';

const SECRET_KEY = 'a key that protects nothing but tests';

const closed = new AddressPolicy(new Config('all', { SECRET_KEY }));
const open = new AddressPolicy(
  new Config('all', { SECRET_KEY, OUTGOING_NETWORKS: '127.0.0.0/8, fd00::/8' }),
);

describe('without OUTGOING_NETWORKS', () => {
  it.each(['93.184.216.34', '2606:4700:4700::1111', '::ffff:93.184.216.34'])(
    '%s is allowed',
    (ip) => {
      expect(closed.allows(ip)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
  ])('%s is not allowed', (ip) => {
    expect(closed.allows(ip)).toBe(false);
  });
});

it('OUTGOING_NETWORKS allows these networks, and no others', () => {
  const answers = ['127.0.0.1', '::ffff:127.0.0.1', 'fd12::1', '10.0.0.1', '::1'].map((ip) =>
    open.allows(ip),
  );
  expect(answers).toEqual([true, true, true, false, false]);
});

it('hosts that are addresses are checked', () => {
  for (const url of ['http://127.0.0.1', 'http://0x7f.1', 'http://2130706433', 'http://[::1]']) {
    expect(() => closed.checkHost(new URL(url).hostname)).toThrow(ForbiddenAddressError);
    const { hostname } = new URL(url);
    if (hostname !== '[::1]') open.checkHost(hostname);
  }
  closed.checkHost('example.com');
});

it('names resolve to allowed addresses only', async () => {
  const found = (policy: AddressPolicy): Promise<unknown> =>
    new Promise((resolve, reject) => {
      policy.lookup('localhost', { all: true }, (error, addresses) =>
        error ? reject(error) : resolve(addresses),
      );
    });
  await expect(found(closed)).rejects.toThrow(ForbiddenAddressError);
  const addresses = (await found(open)) as LookupAddress[];
  expect(addresses.map(({ address }) => address)).toEqual(['127.0.0.1']);
});
