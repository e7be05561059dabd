import { expect, test } from '@jest/globals';
import { EMPTY_CONTEXT } from './context.js';
import { render } from './renderer.js';

test.each([
  ['', ''],
  ['one\ntwo\n\nthree', '<p>one<br>\ntwo</p>\n<p>three</p>'],
  ['  end  ', '<p>end  </p>'],
  ['a \n  b', '<p>a<br>\nb</p>'],
  ['a\n---\nb', '<p>a</p>\n<hr>\n<p>b</p>'],
  ['a\n===', '<p>a<br>\n===</p>'],
  ['## Title ##', '<h2>Title</h2>'],
  ['#tag', '<p>#tag</p>'],
  ['<b>&amp;&copy;</b>', '<p>&lt;b&gt;&amp;©&lt;/b&gt;</p>'],
  ['[a]: https://b.com', '<p>[a]: <a href="https://b.com">https://b.com</a></p>'],
])('%j', (source, html) => {
  expect(render(source, EMPTY_CONTEXT).html).toBe(html);
});

test('only a single paragraph can be a /me message', () => {
  expect(render('/me waves', EMPTY_CONTEXT)).toMatchObject({
    html: '<p>/me waves</p>',
    isMeMessage: true,
  });
  expect(render('/me waves\n\ntwice', EMPTY_CONTEXT).isMeMessage).toBe(false);
  expect(render('/meow', EMPTY_CONTEXT).isMeMessage).toBe(false);
});
