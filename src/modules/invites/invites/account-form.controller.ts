// What the controllers of the pages for new accounts have in common.
import type { Request, Response } from 'express';
import type { LoginOrigin } from '#platform/http/actor.js';
import { sendPage } from '#platform/http/pages.js';
import { checkOrigin, type SessionCookies } from '#platform/http/session-cookies.js';
import type { JoinResult, Submission } from './account-pages.service.js';
import type { JoinDto } from './invites.dto.js';

export abstract class AccountFormController {
  constructor(private readonly sessionCookies: SessionCookies) {}

  protected submissionOf(request: Request, input: JoinDto, origin: LoginOrigin): Submission {
    return { input, origin, checkOrigin: () => checkOrigin(request) };
  }

  /** Sends the page, and logs the browser in to a new account. */
  protected send(response: Response, { status, page, sessionToken }: JoinResult): void {
    if (sessionToken !== undefined) this.sessionCookies.set(response, sessionToken);
    sendPage(response, status, page);
  }
}
