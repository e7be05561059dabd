// Whom an IP address stands for when requests are counted. A household, or one rented machine, has
// 2^64 addresses of IPv6: who were counted by a whole address could begin anew as often as they like.
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import { isIP, isIPv6 } from 'node:net';

/** Of 16 bits each. */
const NETWORK_GROUPS = 4;

const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/;

/**
 * The IP address of who asks. Some proxies add the port, with which every connection would look like
 * another client; of what is no address at all the proxy itself is to answer for.
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

/** A zone means something to one machine only, and can be any text. */
function withoutZone(address: string): string {
  const end = address.indexOf('%');
  return end === -1 ? address : address.slice(0, end);
}
