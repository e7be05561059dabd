// Renders emails: a template in src/templates/<language>/emails contains each text once, and layouts render
// it as subject, plain text and HTML.
import { inline } from '@css-inline/css-inline';
import { renderHtml, renderText } from '#platform/templates/templates.js';

/** The organization that an email comes from, for its header and footer. */
export type EmailOrganization = {
  organization: string;
  organizationUrl: string;
  /** Absolute URL of the icon; undefined if none was uploaded. */
  organizationIcon?: string | undefined;
};

export interface Email {
  /** The file's name in src/templates/<language>/emails, without its ending. */
  template: string;
  variables: EmailOrganization & {
    /** The link that the email asks to follow, for templates with an `action`. */
    actionUrl?: string;
    /** A request of either method GET or POST ends emails of this kind, for templates with `unsubscribe`. */
    unsubscribeUrl?: string;
    [name: string]: unknown;
  };
  /** The address that receives replies; undefined for that of the sender. */
  replyTo?: string | undefined;
}

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

/** Nothing is loaded: the style sheet is part of the layout. */
const INLINING = { keepAtRules: true, loadRemoteStylesheets: false };

export function renderEmail({ template, variables }: Email): RenderedEmail {
  const file = `emails/${template}`;
  const subject = oneLine(renderText(file, { ...variables, layout: 'email-subject' }));
  const html = renderHtml(file, { ...variables, subject, layout: 'email-html' });
  return {
    subject,
    text: renderText(file, { ...variables, layout: 'email-text' }),
    html: inline(html, INLINING),
  };
}

/** Removes the line breaks of variables, which would corrupt the header. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
