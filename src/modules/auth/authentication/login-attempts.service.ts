// Counts failed logins: for each account, so that its password can not be guessed, and for each
// address they come from, so that one password can not be tried on many accounts.
import { Injectable } from '@nestjs/common';
import { sha256 } from '#platform/crypto.js';
import { ApiError } from '#platform/http/api-error.js';
import { clientNetwork } from '#platform/http/client-network.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';

export interface Attempt {
  /** Undefined where no account is named before the proof has been looked at. */
  account: string | undefined;
  network: string;
}

@Injectable()
export class LoginAttempts {
  constructor(private readonly rateLimiter: RateLimiter) {}

  /**
   * To be called before the password is looked at. Throws 429 when there were too many.
   * `username` is the address of the account where there is one, which has one spelling only.
   */
  async begin(realmId: number, username: string, address: string): Promise<Attempt> {
    const { network } = await this.beginFrom(address);
    const account = keyOf(`${realmId}:${foldedName(username)}`);
    await this.rateLimiter.consume('password', account);
    return { account, network };
  }

  /** The same for a proof that names nobody unless it is right. */
  async beginFrom(address: string): Promise<Attempt> {
    const network = clientNetwork(address);
    await this.rateLimiter.consume('failedLogin', network);
    return { account: undefined, network };
  }

  /** The attempt was right, so it counts not, nor do the wrong ones at this account before. */
  async succeed({ account, network }: Attempt): Promise<void> {
    if (account !== undefined) await this.rateLimiter.reset('password', account);
    await this.rateLimiter.giveBack('failedLogin', network);
  }

  /**
   * A directory finds a person by many names and spellings, in every organization: what it found is
   * counted as well. Whether the password may be tried; who is told that it may not would learn
   * that two names are of one person, and that there is one.
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

/** As directories compare names, more or less: characters that look otherwise are the same. */
function foldedName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/** A digest, because what is sent can be long and is remembered for half an hour. */
function keyOf(text: string): string {
  return sha256(text).toString('base64');
}
