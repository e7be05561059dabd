import { expect, test } from '@jest/globals';
import { referencesOf } from './references.js';

test('finds each reference once', () => {
  const source =
    '@**Ada** @_**Ada** @**Bob|7** @**|8** @*team* @**all** #**news** #**news>a** #**ops>b@3** ' +
    '/user_uploads/1/ab/x.png [x](/user_uploads/1/ab/x.png) :)';
  expect(referencesOf(source)).toEqual({
    userNames: ['Ada'],
    userIds: [7, 8],
    groupNames: ['team'],
    streamNames: ['news', 'ops'],
    topics: [{ stream: 'news', topic: 'a' }],
    uploads: ['1/ab/x.png'],
    mayHaveEmoticons: true,
  });
});

test('finds uploads by their decoded paths', () => {
  const source =
    '/user_uploads/1/ab/a%20b.png. [x](/user_uploads/%E6%9D%B1) /user_uploads/%00 /user_uploads/%zz';
  expect(referencesOf(source).uploads).toEqual([
    '1/ab/a b.png.',
    '1/ab/a b.png',
    '東',
    '%00',
    '%zz',
  ]);
});

test('finds no references in plain text', () => {
  expect(referencesOf('plain *text* with me@example.com and #1')).toEqual({
    userNames: [],
    userIds: [],
    groupNames: [],
    streamNames: [],
    topics: [],
    uploads: [],
    mayHaveEmoticons: false,
  });
});
