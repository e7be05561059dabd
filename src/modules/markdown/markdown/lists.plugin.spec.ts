import { expect, test } from '@jest/globals';
import { EMPTY_CONTEXT } from './context.js';
import { render } from './renderer.js';

function compact(source: string): string {
  return render(source, EMPTY_CONTEXT).html.replaceAll('\n', '');
}

test.each([
  ['text\n* a\n* b', '<p>text</p><ul><li>a</li><li>b</li></ul>'],
  ['text\n7. a\n7. b', '<p>text</p><ol start="7"><li>a</li><li>b</li></ol>'],
  ['* a\n- b\n+ c', '<ul><li>a</li><li>b</li><li>c</li></ul>'],
  ['* a\n1. b', '<ul><li>a</li></ul><ol><li>b</li></ol>'],
  [
    '1. a\n  * b\n    * c\n2. d',
    '<ol><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ol>',
  ],
  ['* a\nstill a', '<ul><li>a<br>still a</li></ul>'],
  ['* a\n\n* b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
  ['* a\n\n  more\n\ntext', '<ul><li><p>a</p><p>more</p></li></ul><p>text</p>'],
  ['* > a', '<ul><li><blockquote><p>a</p></blockquote></li></ul>'],
  ['*a\n-b\n1.c\n1) d', '<p>*a<br>-b<br>1.c<br>1) d</p>'],
  ['- - a', '<ul><li><ul><li>a</li></ul></li></ul>'],
  ['text\n* ', '<p>text<br>* </p>'],
  ['9. nine\n10. ten\n100. x', '<ol start="9"><li>nine</li><li>ten</li><li>x</li></ol>'],
  ['2024. was a good year', '<ol start="2024"><li>was a good year</li></ol>'],
  ['1. 1. x', '<ol><li><ol><li>x</li></ol></li></ol>'],
  ['10. 20. x', '<ol start="10"><li><ol start="20"><li>x</li></ol></li></ol>'],
  ['> 10. x\n> 11. y', '<blockquote><ol start="10"><li>x</li><li>y</li></ol></blockquote>'],
  ['* 10. x\n  11. y', '<ul><li><ol start="10"><li>x</li><li>y</li></ol></li></ul>'],
  ['10. a\nstill a\n  * b', '<ol start="10"><li>a<br>still a<ul><li>b</li></ul></li></ol>'],
  ['12.   wide   x', '<ol start="12"><li>wide   x</li></ol>'],
])('%j', (source, html) => {
  expect(compact(source)).toBe(html);
});

test('items beyond the maximum depth are rendered as text', () => {
  const html = compact(`${'* - '.repeat(500)}a`);
  expect(html.match(/<ul>/g)!.length).toBeLessThan(20);
  expect(html).toContain('* - a');
});

test('every level of a deep list keeps its text', () => {
  const levels = Array.from({ length: 40 }, (_, depth) => `${'  '.repeat(depth)}* item${depth}`);
  const html = compact(levels.join('\n'));
  for (let depth = 0; depth < levels.length; depth++) expect(html).toContain(`item${depth}`);
});
