import { describe, expect, it } from '@jest/globals';
import { renderEmail } from './email.js';

const EMAIL = {
  subject: 'Your new address\r\nBcc: somebody@example.com',
  from: 'Sample <b>Organization</b>',
  paragraphs: ['Hello,', 'one & two'],
  action: { label: 'Confirm', url: 'https://chat.example.com/x?a=1&b="2"' },
  reason: 'You asked for it.',
};

describe('an email', () => {
  it('has the same content as plain text and as HTML', () => {
    const { text, html } = renderEmail(EMAIL);
    expect(text).toContain('one & two\n\nConfirm:\nhttps://chat.example.com/x?a=1&b="2"\n\n-- \n');
    expect(html).toContain(
      '<a href="https://chat.example.com/x?a=1&amp;b=&quot;2&quot;">Confirm</a>',
    );
    expect(html).toContain('one &amp; two');
  });

  it('takes nothing for markup, and its subject is one line', () => {
    const { subject, html } = renderEmail(EMAIL);
    expect(subject).toBe('Your new address Bcc: somebody@example.com');
    expect(html).not.toContain('<b>');
  });
});
