// The page behind an invitation, where somebody becomes a member and is logged in by that. Opening it
// changes nothing: programs that look at the links of an email do so as well.
import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuthorizedClients } from '#modules/auth/authentication';
import { LIMITS, RealmsService } from '#modules/realms/realms';
import { Public } from '#platform/http/access.decorators.js';
import { LOGIN_PATH } from '#platform/http/access.guard.js';
import {
  CurrentOrigin,
  CurrentRealm,
  type LoginOrigin,
  type RealmIdentity,
} from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { type PageField, sendPage } from '#platform/http/pages.js';
import { Input, PathText } from '#platform/http/parameters/input.js';
import { checkOrigin, SessionCookies } from '#platform/http/session-cookies.js';
import { JoinDto } from './invites.dto.js';
import { JOIN_PATH } from './invites.view.js';
import { type EntryWays, JoinEntry } from './join-entry.service.js';
import {
  JoinLinks,
  JoinService,
  type LinkProblem,
  LinkRefused,
  type OpenLink,
} from './join.service.js';

const PROBLEMS: Record<LinkProblem | 'closed', [status: number, text: string]> = {
  unknown: [404, 'There is no such invitation. Please look whether the address is complete.'],
  used: [410, 'This invitation has been accepted already. If that was you, please log in.'],
  revoked: [410, 'This invitation has been withdrawn. Please ask for another one.'],
  expired: [410, 'This invitation has expired. Please ask for another one.'],
  closed: [410, 'This organization is closed.'],
};

const LOG_IN = { label: 'Log in', path: LOGIN_PATH };

/** What a try of the form came to. */
interface Reply {
  status: number;
  problem?: string;
  given?: JoinDto;
}

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
    if (link) await this.sendForm(response, realm, link, { status: 200 });
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
      const { status, message } = error;
      await this.sendForm(response, realm, link, { status, problem: `${message}.`, given: input });
    }
  }

  private async answer(
    response: Response,
    realm: RealmIdentity,
    token: string,
    { link, input, origin }: { link: OpenLink; input: JoinDto; origin: LoginOrigin },
  ): Promise<void> {
    const title = await this.title(realm);
    if (link.needsEmailConfirmation) {
      const given = { given: input.email, address: origin.address };
      await this.joinLinks.sendConfirmationEmail(realm.id, link.invitation, given);
      const text = `An email with a link is on its way to ${input.email.trim()}.`;
      return sendPage(response, 200, { title, paragraphs: [text] });
    }
    const { full_name: fullName, password } = input;
    const email = link.invitation.email ?? input.email.trim();
    const userId = await this.joinService.join(realm.id, token, { email, fullName, password });
    // A token of its own: what the browser had before is worth nothing here.
    const session = await this.authorizedClients.openSession({ realmId: realm.id, userId }, origin);
    this.sessionCookies.set(response, session);
    const text = 'Welcome! You are a member now, and logged in with this browser.';
    const later = laterWays(await this.joinEntry.ways(realm.id));
    sendPage(response, 200, { title, paragraphs: [text, later] });
  }

  /** Undefined when the link can not be used, which the person is told then. */
  private async open(
    realm: RealmIdentity,
    token: string,
    response: Response,
  ): Promise<OpenLink | undefined> {
    try {
      if (!realm.deactivated) return await this.joinLinks.get(realm.id, token);
      await this.refuse(response, realm, 'closed');
    } catch (error) {
      if (!(error instanceof LinkRefused)) throw error;
      await this.refuse(response, realm, error.problem);
    }
    return undefined;
  }

  private async refuse(
    response: Response,
    realm: RealmIdentity,
    problem: LinkProblem | 'closed',
  ): Promise<void> {
    const [status, text] = PROBLEMS[problem];
    const links = problem === 'used' ? [LOG_IN] : [];
    sendPage(response, status, { title: await this.title(realm), paragraphs: [text], links });
  }

  private async sendForm(
    response: Response,
    realm: RealmIdentity,
    link: OpenLink,
    { status, problem, given }: Reply,
  ): Promise<void> {
    const { email } = link.invitation;
    const ways = await this.joinEntry.ways(realm.id);
    const wanted = ways.byPassword
      ? ['Choose the name that others see, and a password.']
      : ['Choose the name that others see.', laterWays(ways)];
    const paragraphs = link.needsEmailConfirmation
      ? ['What is your e-mail address? You get an email with a link.']
      : wanted;
    if (email !== null) paragraphs.unshift(`Your e-mail address is ${email}.`);
    sendPage(response, status, {
      title: await this.title(realm),
      paragraphs,
      problem,
      fields: [
        ...(email === null ? [emailField(given)] : []),
        ...(link.needsEmailConfirmation ? [] : accountFields(ways, given)),
      ],
      button: link.needsEmailConfirmation ? 'Send the email' : 'Join',
    });
  }

  private async title({ id }: RealmIdentity): Promise<string> {
    return `Join ${(await this.realmsService.get(id)).name}`;
  }
}

function emailField(given?: JoinDto): PageField {
  return {
    name: 'email',
    label: 'E-mail address',
    type: 'email',
    autocomplete: 'email',
    value: given?.email ?? '',
  };
}

function laterWays({ byPassword, others }: EntryWays): string {
  const ways = [...(byPassword ? ['your address and your password'] : []), ...others];
  return `Elsewhere you log in with ${ways.join(', or with ')}.`;
}

function accountFields({ byPassword }: EntryWays, given?: JoinDto): PageField[] {
  const name: PageField = {
    name: 'full_name',
    label: 'Name',
    type: 'text',
    autocomplete: 'name',
    value: given?.full_name ?? '',
  };
  const password: PageField = {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    minLength: LIMITS.password_min_length,
    maxLength: LIMITS.password_max_length,
  };
  return byPassword ? [name, password] : [name];
}
