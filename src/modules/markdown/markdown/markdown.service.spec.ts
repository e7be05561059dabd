import { describe, expect, test } from '@jest/globals';
import { Config } from '#config/config.js';
import { ExternalContentUrls } from './external-content-urls.js';
import { MarkdownService } from './markdown.service.js';

const config = new Config('api', {
  DATABASE_URL: 'postgres://unused.example',
  SECRET_KEY: 'a sample key of at least 32 characters',
});
const markdown = new MarkdownService(new ExternalContentUrls(config));

describe('render', () => {
  test('descriptions have no mentions', () => {
    expect(markdown.render('')).toBe('');
    expect(markdown.render('**bold** @**all**\nhttps://example.com/a.png')).toBe(
      '<p><strong>bold</strong> <span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span><br>\n' +
        '<a href="https://example.com/a.png">https://example.com/a.png</a></p>',
    );
  });

  test('rendered messages that are too large are refused', () => {
    const source = '*a*&"\n\n> '.repeat(200_000);
    expect(() => markdown.render(source)).toThrow('too large');
  });

  test('images of other hosts have signed proxy URLs', () => {
    const { html } = markdown.renderMessage('https://example.com/a.png', { mediaPreviews: true });
    const hex = Buffer.from('https://example.com/a.png').toString('hex');
    expect(html).toMatch(new RegExp(`src="/external_content/[0-9a-f]{40}/${hex}"`));
  });
});
