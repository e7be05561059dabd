// Sends the pages of login, invitations and emailed links: HTML that works without scripts, cookies and
// resources from elsewhere.
import type { ServerResponse } from 'node:http';
import { renderHtml } from '#platform/templates/templates.js';

export interface Page {
  /** The file's name in src/templates/<language>/pages, without its ending. */
  template: string;
  variables?: object;
  /** What is wrong with the request: a sentence without its full stop. */
  problem?: string | undefined;
}

export function sendPage(response: ServerResponse, status: number, page: Page): void {
  const { template, variables, problem } = page;
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  // The address of the page may hold a secret. To its own host a form must name its origin.
  response.setHeader('Referrer-Policy', 'same-origin');
  response.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  );
  response.end(renderHtml(`pages/${template}`, { ...variables, problem }));
}
