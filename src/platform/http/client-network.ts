// The address and network by which requests are counted. A household, or one rented machine, has 2^64
// IPv6 addresses: a limit for each address would limit nothing.
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import { isIP, isIPv6 } from 'node:net';

/** Of 16 bits each. */
const NETWORK_GROUPS = 4;

const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/;

/**
 * Returns the IP address of the client. Some proxies add the port, with which every connection would
 * count as another client; when the proxy names no address, its own counts.
 */
export function clientAddress({ ip = '', socket }: Pick<Request, 'ip' | 'socket'>): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(ip) ?? [];
  const address = withoutZone(ipv6 ?? ipv4 ?? ip);
  return isIP(address) === 0 ? (socket.remoteAddress ?? 'unknown') : address;
}

/** Returns an IPv4 address as it is, of an IPv6 address its network of 64 bits. */
export function clientNetwork(address: string): string {
  const bare = withoutZone(address);
  if (!isIPv6(bare)) return address;
  // An IPv4 address that is written as one of IPv6 counts as the IPv4 address.
  const parsed = ipaddr.process(bare);
  return parsed instanceof ipaddr.IPv6
    ? parsed.parts
        .slice(0, NETWORK_GROUPS)
        .map((group) => group.toString(16))
        .join(':')
    : parsed.toString();
}

/** A zone has a meaning on one machine only, and can be any text. */
function withoutZone(address: string): string {
  const end = address.indexOf('%');
  return end === -1 ? address : address.slice(0, end);
}
