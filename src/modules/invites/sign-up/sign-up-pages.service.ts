// The pages for an account without an invitation: a form, the confirmation of the address, and the result.
import { Injectable } from '@nestjs/common';
import { AuthorizedClients } from '#modules/auth/authentication';
import {
  type AccountForm,
  AccountPages,
  type JoinResult,
  type Submission,
} from '#modules/invites/invites';
import { RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import { type RealmIdentity, Role } from '#platform/http/actor.js';
import { SignUpService } from './sign-up.service.js';

@Injectable()
export class SignUpPages {
  constructor(
    private readonly signUpService: SignUpService,
    private readonly accountPages: AccountPages,
    private readonly authorizedClients: AuthorizedClients,
    private readonly realmsService: RealmsService,
  ) {}

  /** With the token of an email, the address is confirmed. */
  show(realm: RealmIdentity, token?: string): Promise<JoinResult> {
    return this.whereOpen(realm, token, async (confirmed) => ({
      status: 200,
      page: await this.accountPages.form(realm.id, this.formOf(confirmed)),
    }));
  }

  submit(
    realm: RealmIdentity,
    token: string | undefined,
    { input, origin, checkOrigin }: Submission,
  ): Promise<JoinResult> {
    return this.whereOpen(realm, token, async (confirmed) => {
      try {
        checkOrigin();
        const email = confirmed ?? input.email;
        if (this.formOf(confirmed).needsConfirmation) {
          await this.signUpService.sendConfirmation(realm.id, email, origin.address);
          return { status: 200, page: await this.accountPages.emailSent(realm.id, email) };
        }
        const { full_name: fullName, password, default_stream_group: groupIds } = input;
        const account = { email, fullName, password, groupIds };
        const userId = await this.signUpService.create(realm.id, account, origin.address);
        const user = { realmId: realm.id, userId };
        const sessionToken = await this.authorizedClients.openSession(user, origin);
        return { status: 200, page: await this.accountPages.done(realm.id), sessionToken };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const form = await this.accountPages.form(realm.id, this.formOf(confirmed), input);
        return { status: error.status, page: { ...form, problem: error.message } };
      }
    });
  }

  /** Calls `answer` with the confirmed address, or null without a token. */
  private async whereOpen(
    realm: RealmIdentity,
    token: string | undefined,
    answer: (confirmed: string | null) => Promise<JoinResult>,
  ): Promise<JoinResult> {
    if (realm.deactivated) return { status: 410, page: { template: 'organization-deactivated' } };
    if (!(await this.signUpService.isOpen(realm.id))) {
      const { name } = await this.realmsService.get(realm.id);
      const variables = { organization: name };
      return { status: 403, page: { template: 'sign-up-closed', variables } };
    }
    if (token === undefined) return answer(null);
    const email = await this.signUpService.findEmail(realm.id, token);
    if (email === undefined) return { status: 404, page: { template: 'link-invalid' } };
    return answer(email);
  }

  private formOf(confirmed: string | null): AccountForm {
    const needsConfirmation = confirmed === null && this.signUpService.needsConfirmation;
    return { email: confirmed, role: Role.Member, needsConfirmation };
  }
}
