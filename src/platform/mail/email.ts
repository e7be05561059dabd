// What Parley writes to people looks alike: one layout, in plain text and in HTML. A feature says
// what is in the email; nothing in it is taken for markup.
import { escapeHtml } from '#platform/html.js';

export interface Email {
  subject: string;
  /** The organization or server that writes. */
  from: string;
  paragraphs: string[];
  /** What the email asks to do: a link that stands by itself. */
  action?: { label: string; url: string };
  /** In small print, why the recipient gets this email. */
  reason: string;
}

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

export function renderEmail(email: Email): RenderedEmail {
  return { subject: oneLine(email.subject), text: plainText(email), html: html(email) };
}

function plainText({ from, paragraphs, action, reason }: Email): string {
  const link = action ? [`${action.label}:\n${action.url}`] : [];
  return `${[...paragraphs, ...link, `-- \n${from}\n${reason}`].join('\n\n')}\n`;
}

function html({ subject, from, paragraphs, action, reason }: Email): string {
  const texts = paragraphs.map(
    (paragraph) =>
      `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`,
  );
  const link = action
    ? [
        `<p style="margin:0 0 16px"><a href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>`,
      ]
    : [];
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#222;background:#fff">
<div style="max-width:560px;margin:0 auto">
${[...texts, ...link].join('\n')}
<p style="margin:24px 0 0;font-size:13px;color:#666">${escapeHtml(from)}<br>${escapeHtml(reason)}</p>
</div>
</body>
</html>
`;
}

/** A header is one line, whatever is put into it. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
