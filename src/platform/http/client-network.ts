// Whom an IP address stands for when requests are counted. A household, or one rented machine, has
// 2^64 addresses of IPv6: who were counted by a whole address could begin anew as often as they like.
import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** An IPv4 address as it is, of an IPv6 address its network of 64 bits. */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const between = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  return [...before, ...between, ...after]
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** An IPv4 address at the end takes the place of two groups, which are of no network's part. */
function groupsOf(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
