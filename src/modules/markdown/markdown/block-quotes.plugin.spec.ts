import { expect, test } from '@jest/globals';
import { EMPTY_CONTEXT } from './context.js';
import { render } from './renderer.js';

function compact(source: string): string {
  return render(source, EMPTY_CONTEXT).html.replaceAll('\n', '');
}

test.each([
  ['> a\n> b', '<blockquote><p>a<br>b</p></blockquote>'],
  ['> a\nb\n\nc', '<blockquote><p>a<br>b</p></blockquote><p>c</p>'],
  ['> a\n\n> b', '<blockquote><p>a</p></blockquote><blockquote><p>b</p></blockquote>'],
  ['text\n> a', '<p>text</p><blockquote><p>a</p></blockquote>'],
  ['>a\n>> b', '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>'],
  ['> * a\n> * b', '<blockquote><ul><li>a</li><li>b</li></ul></blockquote>'],
  [
    '> a\n```\nb\n```',
    '<blockquote><p>a</p></blockquote><div class="codehilite"><pre><span></span><code>b</code></pre></div>',
  ],
  ['>', '<p>&gt;</p>'],
  ['>\n>>\n> ', '<p>&gt;<br>&gt;&gt;<br>&gt; </p>'],
  ['* a\n  > b\n* c', '<ul><li>a<blockquote><p>b</p></blockquote></li><li>c</li></ul>'],
])('%j', (source, html) => {
  expect(compact(source)).toBe(html);
});

test('quotes beyond the maximum depth are rendered as text', () => {
  const html = compact(`${'>'.repeat(1_000)}a`);
  expect(html.match(/<blockquote>/g)!.length).toBeLessThan(30);
  expect(html).toContain('&gt;a');
});

test('20 levels of quotes are rendered as quotes', () => {
  const html = compact(`${'> '.repeat(20)}a`);
  expect(html.match(/<blockquote>/g)).toHaveLength(20);
  expect(html).toContain('<p>a</p>');
});
