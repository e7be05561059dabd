// Sends the pages of login, invitations and emailed links: HTML that works without scripts, cookies and
// resources from elsewhere.
import type { ServerResponse } from 'node:http';
import { renderHtml } from '#platform/templates/templates.js';

export interface Page {
  /** The file's name in src/templates/<language>/pages, without its ending. */
  template: string;
  variables?: object;
  /** The problem with the request, as a sentence without its period. */
  problem?: string | undefined;
}

export function sendPage(response: ServerResponse, status: number, page: Page): void {
  const { template, variables, problem } = page;
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  // The URL of the page may contain a secret. Forms must send their origin to the same host.
  response.setHeader('Referrer-Policy', 'same-origin');
  response.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  );
  response.end(renderHtml(`pages/${template}`, { ...variables, problem }));
}
