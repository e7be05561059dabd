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
])('%j', (source, html) => {
  expect(compact(source)).toBe(html);
});

test('nesting has an end', () => {
  expect(compact(`${'* - '.repeat(500)}a`).match(/<ul>/g)!.length).toBeLessThan(20);
});
