import { expect, test } from '@jest/globals';
import { EMPTY_CONTEXT } from './context.js';
import { render } from './renderer.js';

const context = {
  ...EMPTY_CONTEXT,
  customEmoji: new Map([
    ['party_parrot', { url: '/user_avatars/1/emoji/images/2.gif' }],
    ['tada', { url: '/user_avatars/1/emoji/images/3.png' }],
  ]),
};

function emoji(name: string, title: string, code: string): string {
  return `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${name}:</span>`;
}

test.each([
  [':rocket:', emoji('rocket', 'rocket', '1f680')],
  [':thumbs_up:', emoji('thumbs_up', 'thumbs up', '1f44d')],
  ['👍', emoji('+1', '+1', '1f44d')],
  ['ok👩‍💻!', `ok${emoji('woman_technologist', 'woman technologist', '1f469-200d-1f4bb')}!`],
  ['🇩🇪', emoji('flag_germany', 'flag germany', '1f1e9-1f1ea')],
  ['3 © #', '3 © #'],
  ['👍🏽', '👍🏽'],
  [':nothing_like_it: a:bb:c', ':nothing_like_it: a:bb:c'],
  ['`:rocket:`', '<code>:rocket:</code>'],
  [
    ':party_parrot:',
    '<img alt=":party_parrot:" class="emoji" src="/user_avatars/1/emoji/images/2.gif" title="party parrot">',
  ],
  [
    ':tada:',
    '<img alt=":tada:" class="emoji" src="/user_avatars/1/emoji/images/3.png" title="tada">',
  ],
  [':)', ':)'],
])('%j', (source, html) => {
  expect(render(source, context).html).toBe(`<p>${html}</p>`);
});

test('more emoji than the limit of a message are text', () => {
  const { html } = render('🚀:rocket::tada:'.repeat(500), context);
  expect(html.match(/class="emoji/g)).toHaveLength(1000);
  expect(html.replaceAll(/<[^>]*>/g, '')).toMatch(/🚀:rocket::tada:$/);
});
