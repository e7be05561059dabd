// The pages behind the link of an invitation: a form, the confirmation of an address, and the result.
import { Injectable } from '@nestjs/common';
import { AuthorizedClients } from '#modules/auth/authentication';
import { RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import type { LoginOrigin, RealmIdentity } from '#platform/http/actor.js';
import {
  AcceptInvitationService,
  type InvitationProblem,
  InvitationRefused,
  type OpenInvitation,
} from './accept-invitation.service.js';
import {
  type AccountForm,
  AccountPages,
  type JoinResult,
  type Submission,
} from './account-pages.service.js';
import type { JoinDto } from './invites.dto.js';

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
    private readonly accountPages: AccountPages,
    private readonly authorizedClients: AuthorizedClients,
    private readonly realmsService: RealmsService,
  ) {}

  show(realm: RealmIdentity, token: string): Promise<JoinResult> {
    return this.withInvitation(realm, token, async (open) => ({
      status: 200,
      page: await this.accountPages.form(realm.id, formOf(open)),
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
        const form = await this.accountPages.form(realm.id, formOf(open), input);
        return { status: error.status, page: { ...form, problem: error.message } };
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
    return { status: 200, page: await this.accountPages.emailSent(realm.id, email) };
  }

  private async accept(
    realm: RealmIdentity,
    token: string,
    { open, input, origin }: { open: OpenInvitation; input: JoinDto; origin: LoginOrigin },
  ): Promise<JoinResult> {
    const { full_name: fullName, password, default_stream_group: groupIds } = input;
    const email = open.invitation.email ?? input.email.trim();
    const registration = { email, fullName, password, groupIds };
    const userId = await this.acceptInvitationService.accept(realm.id, token, registration);
    const user = { realmId: realm.id, userId };
    const sessionToken = await this.authorizedClients.openSession(user, origin);
    return { status: 200, page: await this.accountPages.done(realm.id), sessionToken };
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
      const { name } = await this.realmsService.get(realm.id);
      const variables = { organization: name, reason: error.problem };
      const status = REFUSED_STATUS[error.problem];
      return { status, page: { template: 'invitation-refused', variables } };
    }
  }
}

function formOf({ invitation, needsConfirmation }: OpenInvitation): AccountForm {
  return { email: invitation.email, role: invitation.role, needsConfirmation };
}
