import { expect, test } from '@jest/globals';
import { Config } from '#config/config.js';
import {
  ExternalContentUrls,
  type MarkdownContext,
  MarkdownService,
} from '#modules/markdown/markdown';
import { withStoredReferences } from './stored-references.js';

const config = new Config('api', {
  DATABASE_URL: 'postgres://unused.example',
  SECRET_KEY: 'a sample key of at least 32 characters',
});
const markdown = new MarkdownService(new ExternalContentUrls(config));
const users = [
  { id: 7, fullName: 'Ada "A" <L> & Co', isActive: true },
  { id: 8, fullName: '@Grace', isActive: true },
  { id: 9, fullName: 'Gone', isActive: false },
];
const context: Partial<MarkdownContext> = {
  emptyTopicName: 'general chat',
  usersByName: new Map(users.map((user) => [user.fullName.toLowerCase(), user])),
  usersById: new Map(users.map((user) => [user.id, user])),
  groupsByName: new Map([['team & co', { id: 3, displayName: 'Team & Co', isActive: true }]]),
  streamsByName: new Map([
    ['ops & <dev>', { id: 4, name: 'Ops & <dev>' }],
    ['a > b', { id: 5, name: 'a > b' }],
  ]),
  topicMessageIds: new Map([
    ['4:lunch > today', 70],
    ['5:x', 71],
  ]),
  customEmoji: new Map([['party', { url: '/custom/party.gif' }]]),
  linkPreviews: new Map([
    [
      'https://a.example/?x&y',
      { title: 'A "title"', description: '<b>', image: 'https://a.example/i.png' },
    ],
    ['https://b.example/', { title: '', description: '', image: 'https://b.example/i.png' }],
  ]),
};

test.each([
  'no references, *only* text',
  '@**Ada "A" <L> & Co** and @_**Ada "A" <L> & Co|7**',
  '@**@Grace** @_**@Grace**',
  '@**Gone** and @**all** and @**topic**',
  '> @**Ada "A" <L> & Co**\n\nagain @**|7**',
  '@*Team & Co* @_*team & co*',
  '#**Ops & <dev>** #**ops & <dev>>lunch > today** #**a > b** #**a > b>x** #**a > b>**',
  '#**a > b>x@12** #**missing**',
  ':party: :zulip: :heart:',
  'https://a.example/?x&y and https://b.example/',
])('%s', (source) => {
  const { html } = markdown.renderMessage(source, context);
  const { emptyTopicName = '' } = context;
  const stored = withStoredReferences({ emptyTopicName }, source, html);
  expect(markdown.renderMessage(source, stored).html).toBe(html);
});

test('a stored reference replaces the one that is found today', () => {
  const source = '@**Ada|7** #**ops**';
  const html =
    '<p><span class="user-mention" data-user-id="7">@Ada</span> ' +
    '<a class="stream" data-stream-id="4" href="/#narrow/channel/4-ops">#ops</a></p>';
  const today: Partial<MarkdownContext> = {
    usersById: new Map([[7, { id: 7, fullName: 'Ada Lovelace', isActive: false }]]),
    streamsByName: new Map([['ops', { id: 5, name: 'ops' }]]),
  };
  expect(markdown.renderMessage(source, withStoredReferences(today, source, html)).html).toBe(html);
});
