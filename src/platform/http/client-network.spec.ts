import { describe, expect, it } from '@jest/globals';
import type { Socket } from 'node:net';
import { clientAddress, clientNetwork } from './client-network.js';

describe('the network of a client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:7f00:1', '127.0.0.1'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
    ['0000:0000:0000:0000:0000:ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107%eth0', '203.0.113.7'],
    ['::ffff:0:cb00:7107', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::1', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8::3:4:5:6', '2001:db8:0:0'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['unknown', 'unknown'],
  ])('%s belongs to %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});

describe('the address of a client', () => {
  const socket = { remoteAddress: '192.0.2.1' } as Socket;

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:51234', '2001:db8::1'],
    [`fe80::1%${'z'.repeat(3_000)}`, 'fe80::1'],
    ['unknown', '192.0.2.1'],
    ['999.0.0.1:80', '192.0.2.1'],
    ['[', '192.0.2.1'],
    ['x'.repeat(3_000), '192.0.2.1'],
    [undefined, '192.0.2.1'],
  ])('that a proxy sends as %s is %s', (ip, address) => {
    expect(clientAddress({ ip, socket })).toBe(address);
  });

  it('may be unknown', () => {
    expect(clientAddress({ ip: undefined, socket: {} as Socket })).toBe('unknown');
  });
});
