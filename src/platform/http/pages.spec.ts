import { describe, expect, it } from '@jest/globals';
import { ServerResponse, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { sendPage } from './pages.js';

function htmlOf(...[status, page]: [number, Parameters<typeof sendPage>[2]]): string {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  let html = '';
  response.end = ((text: string) => {
    html = text;
    return response;
  }) as typeof response.end;
  sendPage(response, status, page);
  return html;
}

describe('a page', () => {
  it('escapes variables', () => {
    const html = htmlOf(400, {
      template: 'email-change',
      variables: { email: '"<b>&' },
      problem: '<i>wrong',
    });
    expect(html).toContain('Do you want to use &#34;&lt;b&gt;&amp; for');
    expect(html).toContain('<p class="problem" role="alert">&lt;i&gt;wrong.</p>');
  });

  it('escapes the values of its form', () => {
    const variables = { organization: 'Tests', email: '"><script>' };
    const html = htmlOf(200, { template: 'join-email', variables });
    expect(html).toContain('value="&#34;&gt;&lt;script&gt;" required');
  });
});
