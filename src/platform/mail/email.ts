// Renders emails: a template in src/templates/<language>/emails contains each text once, and layouts render
// it as subject, plain text and HTML.
import { renderHtml, renderText } from '#platform/templates/templates.js';

export interface Email {
  /** The file's name in src/templates/<language>/emails, without its ending. */
  template: string;
  variables: {
    /** The name of the organization that the email comes from. */
    organization: string;
    organizationUrl: string;
    /** The link that the email asks to follow, for templates with an `action`. */
    actionUrl?: string;
    [name: string]: string | undefined;
  };
}

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

export function renderEmail({ template, variables }: Email): RenderedEmail {
  const file = `emails/${template}`;
  const subject = oneLine(renderText(file, { ...variables, layout: 'email-subject' }));
  return {
    subject,
    text: renderText(file, { ...variables, layout: 'email-text' }),
    html: renderHtml(file, { ...variables, subject, layout: 'email-html' }),
  };
}

/** Removes the line breaks of variables, which would corrupt the header. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
