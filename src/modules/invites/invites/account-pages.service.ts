// The pages of a new account: the form, the notice that a confirmation was sent, and what to do next.
import { Injectable } from '@nestjs/common';
import { LIMITS, RealmsService } from '#modules/realms/realms';
import { DefaultStreamGroupsService } from '#modules/streams/default-stream-groups';
import { type LoginOrigin, Role } from '#platform/http/actor.js';
import type { Page } from '#platform/http/pages.js';
import type { JoinDto } from './invites.dto.js';
import { LoginMethods } from './login-methods.service.js';

export interface AccountForm {
  /** The address of the account; null if the user chooses it. */
  email: string | null;
  role: Role;
  /** Whether only the address is entered, to which a confirmation is sent. */
  needsConfirmation: boolean;
}

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

@Injectable()
export class AccountPages {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly loginMethods: LoginMethods,
    private readonly defaultStreamGroupsService: DefaultStreamGroupsService,
  ) {}

  /** With the values of a rejected `input`. */
  async form(
    realmId: number,
    { email, role, needsConfirmation }: AccountForm,
    input?: JoinDto,
  ): Promise<Page> {
    return {
      template: needsConfirmation ? 'join-email' : 'join',
      variables: {
        organization: await this.organization(realmId),
        invitedEmail: email,
        email: input?.email ?? '',
        fullName: input?.full_name ?? '',
        passwordMinLength: LIMITS.password_min_length,
        passwordMaxLength: LIMITS.password_max_length,
        groups: needsConfirmation ? [] : await this.offeredGroups(realmId, role, input),
        ...(await this.loginMethods.of(realmId)),
      },
    };
  }

  async emailSent(realmId: number, email: string): Promise<Page> {
    const variables = { organization: await this.organization(realmId), email: email.trim() };
    return { template: 'join-email-sent', variables };
  }

  async done(realmId: number): Promise<Page> {
    const variables = {
      organization: await this.organization(realmId),
      organizationUrl: await this.realmsService.url(realmId),
      ...(await this.loginMethods.of(realmId)),
    };
    return { template: 'join-done', variables };
  }

  /** The sets of channels that the user can choose. Guests choose none. */
  private async offeredGroups(realmId: number, role: Role, input?: JoinDto): Promise<object[]> {
    if (role === Role.Guest) return [];
    const groups = await this.defaultStreamGroupsService.findOffered(realmId);
    return groups.map(({ id, name, description }) => ({
      id,
      name,
      description,
      isChosen: input?.default_stream_group.includes(id) ?? false,
    }));
  }

  private async organization(realmId: number): Promise<string> {
    return (await this.realmsService.get(realmId)).name;
  }
}
