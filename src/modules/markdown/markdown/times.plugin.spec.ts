import { expect, test } from '@jest/globals';
import { EMPTY_CONTEXT } from './context.js';
import { render } from './renderer.js';

test.each([
  [
    '<time:2024-05-06T07:08:09Z>',
    '<time datetime="2024-05-06T07:08:09Z">2024-05-06T07:08:09Z</time>',
  ],
  ['<time:soon>', '&lt;time:soon&gt;'],
  ['<time:*soon*>', '&lt;time:<em>soon</em>&gt;'],
  ['<time:>', '&lt;time:&gt;'],
  ['<time:a\nb>', '&lt;time:a<br>\nb&gt;'],
])('%j', (source, html) => {
  expect(render(source, EMPTY_CONTEXT).html).toBe(`<p>${html}</p>`);
});
