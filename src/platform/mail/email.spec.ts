import { describe, expect, it } from '@jest/globals';
import { renderEmail } from './email.js';

const EMAIL = {
  template: 'email-change-confirmation',
  variables: {
    organization: 'Sample <b>Organization</b>\r\nBcc: somebody@example.com',
    organizationUrl: 'https://chat.example.com?one&two',
    actionUrl: 'https://chat.example.com/x?a=1&b="2"',
  },
};

describe('an email', () => {
  it('has the same content as plain text and as HTML', () => {
    const { text, html } = renderEmail(EMAIL);
    expect(text).toMatch(/^Hello,\n\nSomeone asked/);
    expect(text).toContain('(https://chat.example.com?one&two)');
    expect(text).toContain(
      '\n\nConfirm the new address:\nhttps://chat.example.com/x?a=1&b="2"\n\n-- \nSample',
    );
    expect(html).toMatch(
      /<a href="https:\/\/chat\.example\.com\/x\?a=1&amp;b=&quot;2&quot;"[^>]*>Confirm the new address<\/a>/,
    );
    expect(html).toContain('(https://chat.example.com?one&amp;two)');
  });

  it('escapes variables in HTML, and has a subject of one line', () => {
    const { subject, html } = renderEmail(EMAIL);
    expect(subject).toBe(
      'Confirm your new email address for Sample <b>Organization</b> Bcc: somebody@example.com',
    );
    expect(html).not.toContain('<b>');
  });

  it('has the style of each element in the element, and the icon of the organization or its initial', () => {
    const { html } = renderEmail(EMAIL);
    expect(html).toMatch(/<table class="card"[^>]* style="[^"]*max-width: 600px/);
    expect(html).toMatch(/<span class="initial"[^>]*>S<\/span>/);
    expect(html).not.toContain('<img');
    const organizationIcon = 'https://chat.example.com/user_avatars/1/realm/icon.png?version=2';
    const withIcon = renderEmail({ ...EMAIL, variables: { ...EMAIL.variables, organizationIcon } });
    expect(withIcon.html).toContain(`src="${organizationIcon}"`);
  });

  it('fails when a variable is missing', () => {
    const { organization, organizationUrl } = EMAIL.variables;
    const email = { template: EMAIL.template, variables: { organization, organizationUrl } };
    expect(() => renderEmail({ ...email, template: 'invitation' })).toThrow('inviter');
  });
});
