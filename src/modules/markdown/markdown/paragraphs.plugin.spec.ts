import { expect, test } from '@jest/globals';
import { NOTHING_KNOWN } from './context.js';
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
  expect(render(source, NOTHING_KNOWN).html).toBe(html);
});

test('only a single paragraph can be what somebody does', () => {
  expect(render('/me waves', NOTHING_KNOWN)).toMatchObject({
    html: '<p>/me waves</p>',
    isMeMessage: true,
  });
  expect(render('/me waves\n\ntwice', NOTHING_KNOWN).isMeMessage).toBe(false);
  expect(render('/meow', NOTHING_KNOWN).isMeMessage).toBe(false);
});
