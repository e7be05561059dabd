// Limits of failed logins: per account, against guessing its password, and per network of the client,
// against trying one password on many accounts.
import { Injectable } from '@nestjs/common';
import { sha256 } from '#platform/crypto.js';
import { ApiError } from '#platform/http/api-error.js';
import { clientNetwork } from '#platform/http/client-network.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';

export interface Attempt {
  /** Undefined when the credentials name no account before they are checked. */
  account: string | undefined;
  network: string;
}

@Injectable()
export class LoginAttempts {
  constructor(private readonly rateLimiter: RateLimiter) {}

  /**
   * To be called before the password is checked. Throws 429 after too many failures. `username` is the
   * address of the account, if it exists, so that all spellings count together.
   */
  async begin(realmId: number, username: string, address: string): Promise<Attempt> {
    const { network } = await this.beginAnonymous(address);
    const account = keyOf(`${realmId}:${foldedName(username)}`);
    await this.rateLimiter.consume('password', account);
    return { account, network };
  }

  /** For credentials that name no account before they are checked. */
  async beginAnonymous(address: string): Promise<Attempt> {
    const network = clientNetwork(address);
    await this.rateLimiter.consume('failedLogin', network);
    return { account: undefined, network };
  }

  /** A successful login resets the counter of the account and does not count for the network. */
  async succeed({ account, network }: Attempt): Promise<void> {
    if (account !== undefined) await this.rateLimiter.reset('password', account);
    await this.rateLimiter.refund('failedLogin', network);
  }

  /**
   * Counts by directory entry as well, because a directory finds one entry by many names and spellings,
   * in every organization. Returns whether the password may be checked; an error would reveal that two
   * names belong to one entry.
   */
  async beginEntry(dn: string): Promise<boolean> {
    try {
      await this.rateLimiter.consume('password', entryKey(dn));
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  succeedEntry(dn: string): Promise<void> {
    return this.rateLimiter.reset('password', entryKey(dn));
  }
}

function entryKey(dn: string): string {
  return keyOf(`entry:${foldedName(dn)}`);
}

/** Approximates how directories compare names: similar characters are equal. */
function foldedName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/** A digest, because usernames can be long and the counters are held for half an hour. */
function keyOf(text: string): string {
  return sha256(text).toString('base64');
}
