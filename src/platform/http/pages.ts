// Pages for people who follow a link from an email: plain HTML that works without scripts, styles
// from elsewhere or cookies. Whatever is shown is text.
import type { ServerResponse } from 'node:http';
import { escapeHtml } from '#platform/html.js';

export interface Page {
  title: string;
  paragraphs: string[];
  /** What was wrong with the last try. */
  problem?: string | undefined;
  /** What a form asks for; it needs a button. */
  fields?: PageField[];
  /** The button of a form, which is sent to the address of the page. */
  button?: string;
  /** What the form sends besides. */
  hidden?: Record<string, string>;
  /** To other pages of this host, below everything else. */
  links?: { label: string; path: string }[];
}

export interface PageField {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  /** As in HTML, for the browser's own help. */
  autocomplete: string;
  value?: string;
  /** In characters. */
  minLength?: number;
  maxLength?: number;
}

const STYLE =
  'body{font:16px/1.5 sans-serif;color:#222;max-width:560px;margin:64px auto;padding:0 24px}button,input{font:inherit;padding:8px 16px}label{display:block;margin:0 0 16px}input{display:block;box-sizing:border-box;width:100%;padding:8px}.problem{color:#a00}';

export function sendPage(response: ServerResponse, status: number, page: Page): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  // The address of the page may hold a secret. To its own host a form must say whence it comes.
  response.setHeader('Referrer-Policy', 'same-origin');
  response.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  );
  response.end(html(page));
}

function html(page: Page): string {
  const { title, paragraphs, problem, links = [] } = page;
  const anchors = links.map(
    ({ label, path }) => `<p><a href="${escapeHtml(path)}">${escapeHtml(label)}</a></p>\n`,
  );
  const warning =
    problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>\n`;
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
${warning}${form(page)}${anchors.join('')}</body>
</html>
`;
}

function form({ fields = [], hidden = {}, button }: Page): string {
  if (button === undefined) return '';
  const inputs = fields.map((field) => `${input(field)}\n`).join('');
  const silent = Object.entries(hidden).map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">\n`,
  );
  return `<form method="post">${silent.join('')}${inputs}<button type="submit">${escapeHtml(button)}</button></form>\n`;
}

function input(field: PageField): string {
  const attributes = Object.entries({
    name: field.name,
    type: field.type,
    autocomplete: field.autocomplete,
    value: field.value ?? '',
    minlength: field.minLength,
    maxlength: field.maxLength,
  })
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}="${escapeHtml(String(value))}"`],
    )
    .join(' ');
  return `<label>${escapeHtml(field.label)}<input ${attributes} required></label>`;
}
