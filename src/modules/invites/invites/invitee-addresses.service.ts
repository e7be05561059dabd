// Selects the addresses that may be invited: valid ones that the organization allows and that have no
// account yet.
import { Injectable } from '@nestjs/common';
import { AddressRules } from '#modules/realms/domains';
import { checkedEmail, UsersService } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';

export interface RefusedAddress {
  email: string;
  reason: string;
  isDeactivated: boolean;
}

@Injectable()
export class InviteeAddresses {
  constructor(
    private readonly usersService: UsersService,
    private readonly addressRules: AddressRules,
  ) {}

  async classify(
    realmId: number,
    emails: string[],
  ): Promise<{ invitable: string[]; refused: RefusedAddress[] }> {
    const invitable: string[] = [];
    const refused: RefusedAddress[] = [];
    const accounts = await this.findAccounts(realmId, emails);
    const refusalOf = await this.addressRules.load(realmId);
    for (const email of emails) {
      const isActive = accounts.get(email.toLowerCase());
      const reason = formProblem(email) ?? refusalOf(email) ?? accountReason(isActive);
      if (reason === undefined) invitable.push(email);
      else refused.push({ email, reason, isDeactivated: isActive === false });
    }
    return { invitable, refused };
  }

  /** Throws unless it is a valid address that the organization allows. */
  async requireAllowed(realmId: number, email: string): Promise<void> {
    checkedEmail(email);
    await this.addressRules.check(realmId, email);
  }

  async isTaken(realmId: number, email: string): Promise<boolean> {
    return (await this.findAccounts(realmId, [email])).size > 0;
  }

  /** Maps the real address of each account, in lower case, to whether it is active. */
  private async findAccounts(realmId: number, emails: string[]): Promise<Map<string, boolean>> {
    const users = await this.usersService.findByEmails(realmId, emails);
    return new Map(users.map((user) => [user.deliveryEmail.toLowerCase(), user.isActive]));
  }
}

/** The distinct addresses of a text, separated by commas or line breaks, with or without names. */
export function parseAddresses(text: string): string[] {
  const byAddress = new Map<string, string>();
  for (const part of text.split(/[,\n\r]/)) {
    const email = (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim();
    const key = email.toLowerCase();
    if (email !== '' && !byAddress.has(key)) byAddress.set(key, email);
  }
  return [...byAddress.values()];
}

function accountReason(isActive: boolean | undefined): string | undefined {
  if (isActive === undefined) return undefined;
  return isActive ? 'Already has an account.' : 'The account has been deactivated.';
}

function formProblem(email: string): string | undefined {
  try {
    checkedEmail(email);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.message;
  }
  return undefined;
}
