import { expect, test } from '@jest/globals';
import { EMPTY_CONTEXT } from './context.js';
import { render } from './renderer.js';

const context = {
  ...EMPTY_CONTEXT,
  emptyTopicName: 'general chat',
  streamsByName: new Map([['big news', { id: 9, name: 'Big News' }]]),
  topicMessageIds: new Map([['9:release 1.0', 214]]),
};

test.each([
  [
    '#**big news**',
    '<a class="stream" data-stream-id="9" href="/#narrow/channel/9-Big-News">#Big News</a>',
  ],
  [
    '#**Big News>Release 1.0**',
    '<a class="stream-topic" data-stream-id="9" ' +
      'href="/#narrow/channel/9-Big-News/topic/Release.201.2E0/with/214">#Big News &gt; Release 1.0</a>',
  ],
  [
    '#**Big News>unheard**',
    '<a class="stream-topic" data-stream-id="9" ' +
      'href="/#narrow/channel/9-Big-News/topic/unheard">#Big News &gt; unheard</a>',
  ],
  [
    '#**Big News>**',
    '<a class="stream-topic" data-stream-id="9" ' +
      'href="/#narrow/channel/9-Big-News/topic/">#Big News &gt; <em>general chat</em></a>',
  ],
  [
    '#**Big News>a@b@77**',
    '<a class="message-link" ' +
      'href="/#narrow/channel/9-Big-News/topic/a.40b/near/77">#Big News &gt; a@b @ 💬</a>',
  ],
  ['#**secret**', '#<strong>secret</strong>'],
  ['x#**Big News**', 'x#<strong>Big News</strong>'],
])('%j', (source, html) => {
  expect(render(source, context).html).toBe(`<p>${html}</p>`);
});
