import { expect, test } from '@jest/globals';
import { element, escaped, joined, voidElement } from './html.view.js';

test('text and attributes are escaped', () => {
  expect(element('a', { href: '"><b>', title: undefined, id: 3 }, escaped('<&">'))).toBe(
    '<a href="&quot;&gt;&lt;b&gt;" id="3">&lt;&amp;&quot;&gt;</a>',
  );
  expect(joined([voidElement('br', {}), escaped('x')])).toBe('<br>x');
});
