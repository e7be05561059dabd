// The pages for an account without an invitation: a form, the confirmation of the address, and the result.
import { Injectable } from '@nestjs/common';
import { AuthorizedClients } from '#modules/auth/authentication';
import {
  JoinDonePage,
  type JoinDto,
  type JoinResult,
  LoginMethods,
} from '#modules/invites/invites';
import { LIMITS, RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import type { LoginOrigin, RealmIdentity } from '#platform/http/actor.js';
import type { Page } from '#platform/http/pages.js';
import { SignUpService } from './sign-up.service.js';

export interface SignUpSubmission {
  input: JoinDto;
  origin: LoginOrigin;
  /** Throws for a request from another site. */
  checkOrigin: () => void;
}

@Injectable()
export class SignUpPages {
  constructor(
    private readonly signUpService: SignUpService,
    private readonly joinDonePage: JoinDonePage,
    private readonly loginMethods: LoginMethods,
    private readonly authorizedClients: AuthorizedClients,
    private readonly realmsService: RealmsService,
  ) {}

  /** With the token of an email, the address is confirmed. */
  show(realm: RealmIdentity, token?: string): Promise<JoinResult> {
    return this.whereOpen(realm, token, async (confirmed) => ({
      status: 200,
      page: await this.form(realm, confirmed),
    }));
  }

  submit(
    realm: RealmIdentity,
    token: string | undefined,
    { input, origin, checkOrigin }: SignUpSubmission,
  ): Promise<JoinResult> {
    return this.whereOpen(realm, token, async (confirmed) => {
      try {
        checkOrigin();
        const email = confirmed ?? input.email;
        if (confirmed === null && this.signUpService.needsConfirmation) {
          await this.signUpService.sendConfirmation(realm.id, email, origin.address);
          const variables = { organization: await this.nameOf(realm), email: email.trim() };
          return { status: 200, page: { template: 'join-email-sent', variables } };
        }
        const account = { email, fullName: input.full_name, password: input.password };
        const userId = await this.signUpService.create(realm.id, account, origin.address);
        const user = { realmId: realm.id, userId };
        const sessionToken = await this.authorizedClients.openSession(user, origin);
        return { status: 200, page: await this.joinDonePage.build(realm.id), sessionToken };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const page = { ...(await this.form(realm, confirmed, input)), problem: error.message };
        return { status: error.status, page };
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
      const variables = { organization: await this.nameOf(realm) };
      return { status: 403, page: { template: 'sign-up-closed', variables } };
    }
    if (token === undefined) return answer(null);
    const email = await this.signUpService.findEmail(realm.id, token);
    if (email === undefined) return { status: 404, page: { template: 'link-invalid' } };
    return answer(email);
  }

  /** With the values of a rejected `input`. */
  private async form(
    realm: RealmIdentity,
    confirmed: string | null,
    input?: JoinDto,
  ): Promise<Page> {
    const needsConfirmation = confirmed === null && this.signUpService.needsConfirmation;
    return {
      template: needsConfirmation ? 'join-email' : 'join',
      variables: {
        organization: await this.nameOf(realm),
        invitedEmail: confirmed,
        email: input?.email ?? '',
        fullName: input?.full_name ?? '',
        passwordMinLength: LIMITS.password_min_length,
        passwordMaxLength: LIMITS.password_max_length,
        ...(await this.loginMethods.of(realm.id)),
      },
    };
  }

  private async nameOf({ id }: RealmIdentity): Promise<string> {
    return (await this.realmsService.get(id)).name;
  }
}
