// The pages behind the link of an invitation: a form, the confirmation of an address, and the result.
import { Injectable } from '@nestjs/common';
import { AuthorizedClients } from '#modules/auth/authentication';
import { LIMITS, RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import type { LoginOrigin, RealmIdentity } from '#platform/http/actor.js';
import type { Page } from '#platform/http/pages.js';
import {
  AcceptInvitationService,
  type InvitationProblem,
  InvitationRefused,
  type OpenInvitation,
} from './accept-invitation.service.js';
import type { JoinDto } from './invites.dto.js';
import { JoinDonePage } from './join-done-page.service.js';
import { LoginMethods } from './login-methods.service.js';

export interface Submission {
  input: JoinDto;
  origin: LoginOrigin;
  /** Throws for a request from another site. */
  checkOrigin: () => void;
}

export interface JoinResult {
  status: number;
  page: Page;
  /** The token of a browser session of the new user. */
  sessionToken?: string;
}

const REFUSED_STATUS: Record<InvitationProblem, number> = {
  unknown: 404,
  used: 410,
  revoked: 410,
  expired: 410,
};

@Injectable()
export class JoinPages {
  constructor(
    private readonly acceptInvitationService: AcceptInvitationService,
    private readonly joinDonePage: JoinDonePage,
    private readonly loginMethods: LoginMethods,
    private readonly authorizedClients: AuthorizedClients,
    private readonly realmsService: RealmsService,
  ) {}

  show(realm: RealmIdentity, token: string): Promise<JoinResult> {
    return this.withInvitation(realm, token, async (open) => ({
      status: 200,
      page: await this.form(realm, open),
    }));
  }

  submit(
    realm: RealmIdentity,
    token: string,
    { input, origin, checkOrigin }: Submission,
  ): Promise<JoinResult> {
    return this.withInvitation(realm, token, async (open) => {
      try {
        checkOrigin();
        if (open.needsConfirmation) return await this.sendConfirmation(realm, open, input, origin);
        return await this.accept(realm, token, { open, input, origin });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const page = { ...(await this.form(realm, open, input)), problem: error.message };
        return { status: error.status, page };
      }
    });
  }

  private async sendConfirmation(
    realm: RealmIdentity,
    open: OpenInvitation,
    { email }: JoinDto,
    { address }: LoginOrigin,
  ): Promise<JoinResult> {
    await this.acceptInvitationService.sendConfirmation(realm.id, open, { email, address });
    const variables = { organization: await this.nameOf(realm), email: email.trim() };
    return { status: 200, page: { template: 'join-email-sent', variables } };
  }

  private async accept(
    realm: RealmIdentity,
    token: string,
    { open, input, origin }: { open: OpenInvitation; input: JoinDto; origin: LoginOrigin },
  ): Promise<JoinResult> {
    const { full_name: fullName, password } = input;
    const email = open.invitation.email ?? input.email.trim();
    const registration = { email, fullName, password };
    const userId = await this.acceptInvitationService.accept(realm.id, token, registration);
    const user = { realmId: realm.id, userId };
    const sessionToken = await this.authorizedClients.openSession(user, origin);
    return { status: 200, page: await this.joinDonePage.build(realm.id), sessionToken };
  }

  /** Answers with a page of its own when the invitation cannot be accepted. */
  private async withInvitation(
    realm: RealmIdentity,
    token: string,
    answer: (open: OpenInvitation) => Promise<JoinResult>,
  ): Promise<JoinResult> {
    if (realm.deactivated) return { status: 410, page: { template: 'organization-deactivated' } };
    try {
      return await answer(await this.acceptInvitationService.find(realm.id, token));
    } catch (error) {
      if (!(error instanceof InvitationRefused)) throw error;
      const variables = { organization: await this.nameOf(realm), reason: error.problem };
      const status = REFUSED_STATUS[error.problem];
      return { status, page: { template: 'invitation-refused', variables } };
    }
  }

  /** With the values of a rejected `input`. */
  private async form(realm: RealmIdentity, open: OpenInvitation, input?: JoinDto): Promise<Page> {
    return {
      template: open.needsConfirmation ? 'join-email' : 'join',
      variables: {
        organization: await this.nameOf(realm),
        invitedEmail: open.invitation.email,
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
