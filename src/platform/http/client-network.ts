// Whom an IP address stands for when requests are counted. A household, or one rented machine, has
// 2^64 addresses of IPv6: who were counted by a whole address could begin anew as often as they like.
import { isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;
/** The groups before an IPv4 address that is written as one of IPv6. */
const MAPPED = '0:0:0:0:0:ffff';

/** An IPv4 address as it is, of an IPv6 address its network of 64 bits. */
export function clientNetwork(address: string): string {
  const [bare = ''] = address.split('%');
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
