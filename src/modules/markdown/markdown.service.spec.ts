import { describe, expect, test } from '@jest/globals';
import { MarkdownService } from './markdown.service.js';

const markdown = new MarkdownService();

describe('render', () => {
  test.each([
    ['', ''],
    ['**bold**', '<p><strong>bold</strong></p>'],
    ['one\ntwo', '<p>one<br>\ntwo</p>'],
    ['https://example.com', '<p><a href="https://example.com">https://example.com</a></p>'],
  ])('%j becomes %j', (source, html) => {
    expect(markdown.render(source)).toBe(html);
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](&#x6a;avascript:alert(1))',
    '[a](vbscript:x)',
    '![a](data:text/html;base64,PHNjcmlwdD4=)',
    '[a](https://example.com "<script>")',
    '`<script>`',
    '```"><script>\nx\n```',
  ])('%j holds nothing that a browser runs', (source) => {
    const html = markdown.render(source);
    expect(html).not.toMatch(/<(script|iframe|object|svg)|<[^>]*\son\w+=/i);
    expect(html).not.toMatch(/(href|src)="\s*(javascript|vbscript|data):/i);
  });
});
