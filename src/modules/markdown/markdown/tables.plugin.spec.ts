import { expect, test } from '@jest/globals';
import { EMPTY_CONTEXT } from './context.js';
import { render } from './renderer.js';

test('cells contain inline Markdown and have the alignment of their column', () => {
  const { html } = render('a|b\n:-:|-\n*c*|d', EMPTY_CONTEXT);
  expect(html.replaceAll('\n', '')).toBe(
    '<table><thead><tr><th style="text-align: center;">a</th><th>b</th></tr></thead>' +
      '<tbody><tr><td style="text-align: center;"><em>c</em></td><td>d</td></tr></tbody></table>',
  );
});

test('rows that would be padded beyond the budget are text', () => {
  const source = `${'a|'.repeat(40)}\n${'-|'.repeat(40)}\n${'a|\n'.repeat(500)}`;
  expect(render(source, EMPTY_CONTEXT).html).not.toContain('<td');
});

function cellsOf(source: string): string[] {
  const { html } = render(source, EMPTY_CONTEXT);
  return Array.from(html.matchAll(/<t[hd](?: [^>]*)?>(.*?)<\/t[hd]>/gs), ([, content]) => content!);
}

test.each([
  ['a|b\n-|-\n`c|d`|e', ['a', 'b', '<code>c|d</code>', 'e']],
  ['a|b\n-|-\n``c`|`d``|e', ['a', 'b', '<code>c`|`d</code>', 'e']],
  ['`a|b`|c\n-|-\nd|e', ['<code>a|b</code>', 'c', 'd', 'e']],
  ['a|b\n-|-\nc \\| d|e', ['a', 'b', 'c | d', 'e']],
  ['a|b\n-|-\n`c|d', ['a', 'b', '`c', 'd']],
])('a pipe inside code does not end a cell: %j', (source, cells) => {
  expect(cellsOf(source)).toEqual(cells);
});

test('a pipe inside math does not end a cell', () => {
  const cells = cellsOf('a|b\n-|-\n$$|x|$$|last');
  expect(cells).toHaveLength(4);
  expect(cells[2]).toContain('katex');
  expect(cells[3]).toBe('last');
});

test('a table without rows has a body with one empty row', () => {
  const { html } = render('a|b\n-|-\n\ntext', EMPTY_CONTEXT);
  expect(html.replaceAll('\n', '')).toBe(
    '<table><thead><tr><th>a</th><th>b</th></tr></thead>' +
      '<tbody><tr><td></td><td></td></tr></tbody></table><p>text</p>',
  );
});
