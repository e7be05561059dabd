// Whom an IP address stands for when requests are counted. A household, or one rented machine, has
// 2^64 addresses of IPv6: who were counted by a whole address could begin anew as often as they like.
import type { Request } from 'express';
import { isIP, isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;
/** The groups before an IPv4 address that is written as one of IPv6. */
const MAPPED = '0:0:0:0:0:ffff';

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

/** An IPv4 address as it is, of an IPv6 address its network of 64 bits. */
export function clientNetwork(address: string): string {
  const bare = withoutZone(address);
  if (!isIPv6(bare)) return address;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const between = Array.from({ length: GROUPS - before.length - after.length }, () => 0);
  const groups = [...before, ...between, ...after];
  const [high = 0, low = 0] = groups.slice(-2);
  if (textOf(groups.slice(0, -2)) === MAPPED) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return textOf(groups.slice(0, NETWORK_GROUPS));
}

/** A zone means something to one machine only, and can be any text. */
function withoutZone(address: string): string {
  const end = address.indexOf('%');
  return end === -1 ? address : address.slice(0, end);
}

function textOf(groups: number[]): string {
  return groups.map((group) => group.toString(16)).join(':');
}

/** An IPv4 address at the end takes the place of two groups. */
function groupsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
