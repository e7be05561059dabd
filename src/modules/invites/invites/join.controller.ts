// The page behind an invitation, where somebody becomes a member and is logged in by that. Opening it
// changes nothing: programs that look at the links of an email do so as well.
import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuthorizedClients } from '#modules/auth/authentication';
import { LIMITS, RealmsService } from '#modules/realms/realms';
import { Public } from '#platform/http/access.decorators.js';
import {
  CurrentOrigin,
  CurrentRealm,
  type LoginOrigin,
  type RealmIdentity,
} from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Page, sendPage } from '#platform/http/pages.js';
import { Input, PathText } from '#platform/http/parameters/input.js';
import { checkOrigin, SessionCookies } from '#platform/http/session-cookies.js';
import { JoinDto } from './invites.dto.js';
import { JOIN_PATH } from './invites.view.js';
import { JoinEntry } from './join-entry.service.js';
import {
  JoinLinks,
  JoinService,
  type LinkProblem,
  LinkRefused,
  type OpenLink,
} from './join.service.js';

const REFUSED_STATUS: Record<LinkProblem, number> = {
  unknown: 404,
  used: 410,
  revoked: 410,
  expired: 410,
};

@Controller(JOIN_PATH)
export class JoinController {
  constructor(
    private readonly joinLinks: JoinLinks,
    private readonly joinService: JoinService,
    private readonly joinEntry: JoinEntry,
    private readonly realmsService: RealmsService,
    private readonly authorizedClients: AuthorizedClients,
    private readonly sessionCookies: SessionCookies,
  ) {}

  @Get(':token')
  @Public()
  async ask(
    @CurrentRealm() realm: RealmIdentity,
    @PathText('token') token: string,
    @Res() response: Response,
  ): Promise<void> {
    const link = await this.open(realm, token, response);
    if (link) sendPage(response, 200, await this.form(realm, link));
  }

  @Post(':token')
  @HttpCode(200)
  @Public()
  async accept(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @PathText('token') token: string,
    @Input() input: JoinDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const link = await this.open(realm, token, response);
    if (!link) return;
    try {
      checkOrigin(request);
      await this.answer(response, realm, token, { link, input, origin });
    } catch (error) {
      if (error instanceof LinkRefused) return await this.refuse(response, realm, error.problem);
      if (!(error instanceof ApiError)) throw error;
      const { status, message: problem } = error;
      sendPage(response, status, { ...(await this.form(realm, link, input)), problem });
    }
  }

  private async answer(
    response: Response,
    realm: RealmIdentity,
    token: string,
    { link, input, origin }: { link: OpenLink; input: JoinDto; origin: LoginOrigin },
  ): Promise<void> {
    const organization = await this.nameOf(realm);
    if (link.needsEmailConfirmation) {
      const given = { given: input.email, address: origin.address };
      await this.joinLinks.sendConfirmationEmail(realm.id, link.invitation, given);
      const variables = { organization, email: input.email.trim() };
      return sendPage(response, 200, { template: 'join-email-sent', variables });
    }
    const { full_name: fullName, password } = input;
    const email = link.invitation.email ?? input.email.trim();
    const userId = await this.joinService.join(realm.id, token, { email, fullName, password });
    // A token of its own: what the browser had before is worth nothing here.
    const session = await this.authorizedClients.openSession({ realmId: realm.id, userId }, origin);
    this.sessionCookies.set(response, session);
    const variables = { organization, ...(await this.joinEntry.ways(realm.id)) };
    sendPage(response, 200, { template: 'join-done', variables });
  }

  /** Returns undefined, after answering with a page, when the link can not be used. */
  private async open(
    realm: RealmIdentity,
    token: string,
    response: Response,
  ): Promise<OpenLink | undefined> {
    try {
      if (!realm.deactivated) return await this.joinLinks.get(realm.id, token);
      sendPage(response, 410, { template: 'organization-deactivated' });
    } catch (error) {
      if (!(error instanceof LinkRefused)) throw error;
      await this.refuse(response, realm, error.problem);
    }
    return undefined;
  }

  private async refuse(
    response: Response,
    realm: RealmIdentity,
    reason: LinkProblem,
  ): Promise<void> {
    sendPage(response, REFUSED_STATUS[reason], {
      template: 'invitation-refused',
      variables: { organization: await this.nameOf(realm), reason },
    });
  }

  /** With the values of a rejected `input`. */
  private async form(realm: RealmIdentity, link: OpenLink, input?: JoinDto): Promise<Page> {
    return {
      template: link.needsEmailConfirmation ? 'join-email' : 'join',
      variables: {
        organization: await this.nameOf(realm),
        invitedEmail: link.invitation.email,
        email: input?.email ?? '',
        fullName: input?.full_name ?? '',
        passwordMinLength: LIMITS.password_min_length,
        passwordMaxLength: LIMITS.password_max_length,
        ...(await this.joinEntry.ways(realm.id)),
      },
    };
  }

  private async nameOf({ id }: RealmIdentity): Promise<string> {
    return (await this.realmsService.get(id)).name;
  }
}
