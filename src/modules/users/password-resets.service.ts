// The links of letters to people who forgot their password: each is good for a day, for one use, and
// only as long as the account has the address and the password that it had. Of a link only the hash
// is kept. Everything joins the present transaction.
import { Injectable } from '@nestjs/common';
import { randomAlphanumeric, sha256 } from '#platform/crypto.js';
import { PasswordResetsRepository } from './password-resets.repository.js';

const TOKEN_LENGTH = 40;

@Injectable()
export class PasswordResets {
  constructor(private readonly repository: PasswordResetsRepository) {}

  /** Returns the token of a new link, which takes the place of an earlier one. */
  async issue(realmId: number, userId: number): Promise<string> {
    const token = randomAlphanumeric(TOKEN_LENGTH);
    await this.repository.save(realmId, userId, sha256(token));
    return token;
  }

  /** The id of the user; undefined when the token is not valid any more. */
  find(realmId: number, token: string): Promise<number | undefined> {
    return this.repository.find(realmId, sha256(token));
  }

  /** The same, and nobody can take it once more. */
  take(realmId: number, token: string): Promise<number | undefined> {
    return this.repository.take(realmId, sha256(token));
  }

  /** What the user was sent is worth nothing from now on. */
  withdraw(userId: number): Promise<void> {
    return this.repository.deleteOf(userId);
  }
}
