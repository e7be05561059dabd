// The address and network by which requests are counted. IPv6 clients are counted by network, because a
// household or a rented machine has 2^64 addresses, which would make a limit per address ineffective.
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import { isIP, isIPv6 } from 'node:net';

/** The groups of 16 bits that form the network part. */
const NETWORK_GROUPS = 4;

const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/;

/**
 * Returns the IP address of the client, without the port that some proxies add and that differs between
 * connections. When the proxy sends no address, returns that of the proxy.
 */
export function clientAddress({ ip = '', socket }: Pick<Request, 'ip' | 'socket'>): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(ip) ?? [];
  const address = withoutZone(ipv6 ?? ipv4 ?? ip);
  return isIP(address) === 0 ? (socket.remoteAddress ?? 'unknown') : address;
}

/** Returns an IPv4 address unchanged, and the 64-bit network of an IPv6 address. */
export function clientNetwork(address: string): string {
  const bare = withoutZone(address);
  if (!isIPv6(bare)) return address;
  // IPv4-mapped IPv6 addresses count as the IPv4 address.
  const parsed = ipaddr.process(bare);
  return parsed instanceof ipaddr.IPv6
    ? parsed.parts
        .slice(0, NETWORK_GROUPS)
        .map((group) => group.toString(16))
        .join(':')
    : parsed.toString();
}

/** Zones are local to one machine and can be any text. */
function withoutZone(address: string): string {
  const end = address.indexOf('%');
  return end === -1 ? address : address.slice(0, end);
}
