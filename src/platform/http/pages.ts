// Pages for people who follow a link from a letter: plain HTML that works without scripts, styles
// from elsewhere or cookies. Whatever is shown is text.
import type { ServerResponse } from 'node:http';
import { escapeHtml } from '#platform/html.js';

export interface Page {
  title: string;
  paragraphs: string[];
  /** A form with nothing but a button, which is sent to the address of the page. */
  button?: string;
}

const STYLE =
  'body{font:16px/1.5 sans-serif;color:#222;max-width:560px;margin:64px auto;padding:0 24px}button{font:inherit;padding:8px 16px}';

export function sendPage(response: ServerResponse, status: number, page: Page): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  // The address of the page may hold a secret.
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  );
  response.end(html(page));
}

function html({ title, paragraphs, button }: Page): string {
  const form = button
    ? `<form method="post"><button type="submit">${escapeHtml(button)}</button></form>\n`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
${form}</body>
</html>
`;
}
