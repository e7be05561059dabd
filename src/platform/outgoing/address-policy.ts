// The addresses to which requests for URLs from users may go: those of the public internet, and the
// networks of OUTGOING_NETWORKS. Addresses are checked when a connection is made, so a name that first
// resolves to an allowed address and then to another one does not help (DNS rebinding).
import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import { Config } from '#config/config.js';

type Resolved = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
}

@Injectable()
export class AddressPolicy {
  private readonly allowed: [ipaddr.IPv4 | ipaddr.IPv6, number][];

  constructor(config: Config) {
    this.allowed = config.outgoingNetworks.map((network) => ipaddr.parseCIDR(network));
  }

  allows(address: string): boolean {
    // IPv4-mapped IPv6 addresses are checked as IPv4.
    const parsed = ipaddr.process(address.replace(/%.*$/, ''));
    if (parsed.range() === 'unicast') return true;
    return this.allowed.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
    );
  }

  /** Throws a ForbiddenAddressError for a host that is an IP address and not allowed. */
  checkHost(hostname: string): void {
    const host = hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !this.allows(host)) throw forbidden(hostname);
  }

  /** For the `lookup` option of a connection: returns allowed addresses only. */
  readonly lookup = (hostname: string, options: LookupOptions, done: Resolved): void => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const addresses = found.filter(({ address }) => this.allows(address));
      const [first] = addresses;
      if (!first) return done(forbidden(hostname), []);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
}

function forbidden(hostname: string): ForbiddenAddressError {
  return new ForbiddenAddressError(`${hostname} is not on the public internet`);
}
