import { expect, test } from '@jest/globals';
import { automaticPolicy } from './automatic-policy.js';

const FOLLOWED = 3;
const UNMUTED = 2;

test.each([
  // follow, unmute; participate, send, start in a stream that is not muted, then in a muted one
  [1, 1, [FOLLOWED, FOLLOWED, FOLLOWED], [FOLLOWED, FOLLOWED, FOLLOWED]],
  [2, 1, [undefined, FOLLOWED, FOLLOWED], [UNMUTED, FOLLOWED, FOLLOWED]],
  [3, 2, [undefined, undefined, FOLLOWED], [undefined, UNMUTED, FOLLOWED]],
  [4, 3, [undefined, undefined, undefined], [undefined, undefined, UNMUTED]],
  [4, 4, [undefined, undefined, undefined], [undefined, undefined, undefined]],
])('follow %i, unmute %i', (follow, unmute, loud, muted) => {
  const settings = {
    automatically_follow_topics_policy: follow,
    automatically_unmute_topics_in_muted_streams_policy: unmute,
  } as Parameters<typeof automaticPolicy>[0];
  const each = (isMuted: boolean): unknown[] =>
    (['participate', 'send', 'start'] as const).map((action) =>
      automaticPolicy(settings, action, isMuted),
    );
  expect(each(false)).toEqual(loud);
  expect(each(true)).toEqual(muted);
});
