// The links of password reset emails: each is good for a day, for one use, and
// only as long as the account has the address and the password that it had. Everything joins the
// present transaction.
import { Injectable } from '@nestjs/common';
import { PasswordResetsRepository } from './password-resets.repository.js';

@Injectable()
export class PasswordResets {
  constructor(private readonly passwordResetsRepository: PasswordResetsRepository) {}

  /** Returns the token of a new link, which takes the place of an earlier one. */
  issue(realmId: number, userId: number): Promise<string> {
    return this.passwordResetsRepository.issue(realmId, { user_id: userId });
  }

  /** The id of the user; undefined when the token is not valid any more. */
  async find(realmId: number, token: string): Promise<number | undefined> {
    return (await this.passwordResetsRepository.find(realmId, token))?.user_id;
  }

  /** The same, and nobody can take it once more. */
  async take(realmId: number, token: string): Promise<number | undefined> {
    return (await this.passwordResetsRepository.take(realmId, token))?.user_id;
  }

  /** What the user was sent is worth nothing from now on. */
  withdraw(userId: number): Promise<void> {
    return this.passwordResetsRepository.withdraw(userId);
  }
}
