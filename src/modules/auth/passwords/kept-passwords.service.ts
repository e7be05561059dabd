// The passwords that are kept here: whether one is right, and whether it still is one that people may
// choose. One that everybody could guess proves nothing, so an email has to.
import { Injectable } from '@nestjs/common';
import { UserCredentials, UsersService } from '#modules/users/users';
import { MailOutbox } from '#platform/mail/mail-outbox.js';
import { type LoginAccount, loginRefused } from '#modules/auth/authentication';

@Injectable()
export class KeptPasswords {
  constructor(
    private readonly userCredentials: UserCredentials,
    private readonly usersService: UsersService,
    private readonly mailOutbox: MailOutbox,
  ) {}

  /** Takes the same work whoever it is, or when it is nobody. */
  isRight(account: LoginAccount | undefined, password: string): Promise<boolean> {
    return this.userCredentials.isPassword(account?.passwordHash, password);
  }

  /**
   * Throws PASSWORD_RESET_REQUIRED for a password that nobody may choose. Only where emails can be
   * sent, for elsewhere nobody would come in again.
   */
  checkGood({ deliveryEmail, fullName }: LoginAccount, password: string): void {
    if (!this.mailOutbox.isOpen) return;
    const problem = this.usersService.passwordProblem(password, { email: deliveryEmail, fullName });
    if (problem !== undefined) throw loginRefused('PASSWORD_RESET_REQUIRED');
  }
}
