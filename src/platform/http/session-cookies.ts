// Browser sessions on the wire: a cookie that scripts cannot read and, for every write, a CSRF token that
// other sites cannot know. The CSRF token is derived from the cookie and therefore not stored.
import { Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import { Config } from '#config/config.js';
import { equalInConstantTime, sha256 } from '#platform/crypto.js';
import { ApiError } from './api-error.js';
import { contextOf } from './request-context.js';

/** The lifetime of the cookie, and the longest time between two uses of a session. */
export const SESSION_DAYS = 14;

const SESSION = 'parley_session';

/** The field of a form that carries what scripts send as X-CSRFToken. */
const CSRF_FIELD = 'csrfmiddlewaretoken';
const CSRF_HEADER = 'x-csrftoken';
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

@Injectable()
export class SessionCookies {
  private readonly isSecure: boolean;

  constructor(config: Config) {
    this.isSecure = config.externalUrl.protocol === 'https:';
  }

  read(request: Request): string | undefined {
    return this.readNamed(request, SESSION);
  }

  set(response: Response, token: string): void {
    this.setNamed(response, SESSION, token, SESSION_DAYS * 24 * 3600);
  }

  clear(response: Response): void {
    this.setNamed(response, SESSION, '', 0);
  }

  /** Reads any cookie that only the server reads, such as the state of a login with OpenID Connect. */
  readNamed(request: Request, name: string): string | undefined {
    const { cookie = '' } = request.headers;
    return parseCookie(cookie, { decode: String })[this.fullName(name)] || undefined;
  }

  setNamed(response: Response, name: string, value: string, seconds: number): void {
    response.cookie(this.fullName(name), value, {
      httpOnly: true,
      secure: this.isSecure,
      sameSite: 'lax',
      path: '/',
      maxAge: seconds * 1000,
      encode: String,
    });
  }

  /** With this prefix no other host, that of another organization included, can set the cookie. */
  private fullName(name: string): string {
    return this.isSecure ? `__Host-${name}` : name;
  }
}

export function csrfTokenOf(sessionToken: string): string {
  return sha256(`csrf ${sessionToken}`).toString('base64url');
}

/** Throws CSRF_FAILED for a write that may come from another site. */
export function checkCsrf(request: Request, sessionToken: string): void {
  if (READS.has(request.method)) return;
  checkOrigin(request);
  const { csrfHeader, form } = contextOf(request);
  if (csrfHeader !== undefined && request.headers[csrfHeader] !== undefined) return;
  const token = request.headers[CSRF_HEADER] ?? form.get(CSRF_FIELD);
  if (typeof token !== 'string' || token === '') {
    throw ApiError.csrfFailed('The request has no CSRF token');
  }
  if (!equalInConstantTime(token, csrfTokenOf(sessionToken))) {
    throw ApiError.csrfFailed('The CSRF token belongs to another session');
  }
}

/**
 * Protects requests without a session, such as logging in, from pages of other sites. Browsers always
 * send an Origin with a write; other programs may omit it.
 */
export function checkOrigin(request: Request): void {
  const { origin, host } = request.headers;
  if (origin === undefined) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase()) {
    throw ApiError.csrfFailed('The request comes from another site');
  }
}
