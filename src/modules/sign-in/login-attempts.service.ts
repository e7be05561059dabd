// Counts failed logins: for each account, so that its password can not be guessed, and for each
// address they come from, so that one password can not be tried on many accounts.
import { Injectable } from '@nestjs/common';
import { sha256 } from '#platform/crypto.js';
import { clientNetwork } from '#platform/http/client-network.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';

export interface Attempt {
  account: string;
  network: string;
}

@Injectable()
export class LoginAttempts {
  constructor(private readonly limiter: RateLimiter) {}

  /**
   * To be called before the password is looked at. Throws 429 when there were too many.
   * `username` is the address of the account where there is one, which has one spelling only.
   */
  async begin(realmId: number, username: string, address: string): Promise<Attempt> {
    const attempt = {
      account: accountKey(realmId, username),
      network: clientNetwork(address),
    };
    await this.limiter.consume('failedLogin', attempt.network);
    await this.limiter.consume('password', attempt.account);
    return attempt;
  }

  /** The attempt was right, so it counts not, nor do the wrong ones at this account before. */
  async succeed({ account, network }: Attempt): Promise<void> {
    await this.limiter.reset('password', account);
    await this.limiter.giveBack('failedLogin', network);
  }
}

/** A digest, because what is sent can be long and is remembered for half an hour. */
function accountKey(realmId: number, username: string): string {
  return sha256(`${realmId}:${username.trim().toLowerCase()}`).toString('base64');
}
