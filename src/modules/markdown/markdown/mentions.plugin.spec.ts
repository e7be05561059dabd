import { describe, expect, test } from '@jest/globals';
import { EMPTY_CONTEXT } from './context.js';
import { render } from './renderer.js';

const ada = { id: 11, fullName: 'Ada Sample', isActive: true };
const gone = { id: 12, fullName: 'Gone', isActive: false };

const context = {
  ...EMPTY_CONTEXT,
  usersByName: new Map([
    ['ada sample', ada],
    ['gone', gone],
  ]),
  usersById: new Map([
    [11, ada],
    [12, gone],
  ]),
  groupsByName: new Map([
    ['support', { id: 21, displayName: 'support', isActive: true }],
    ['role:owners', { id: 22, displayName: 'Owners', isActive: true }],
    ['old', { id: 23, displayName: 'old', isActive: false }],
  ]),
};

const ADA = '<span class="user-mention" data-user-id="11">@Ada Sample</span>';
const SILENT_ADA = '<span class="user-mention silent" data-user-id="11">Ada Sample</span>';

describe('mentions', () => {
  test.each([
    ['@**Ada Sample**', ADA],
    ['@**ada sample**', ADA],
    ['@**Ada Sample|11** @**|11**', `${ADA} ${ADA}`],
    ['@**Gone|11**', '@<strong>Gone|11</strong>'],
    ['@_**Ada Sample**', SILENT_ADA],
    ['@**Gone**', '<span class="user-mention silent" data-user-id="12">Gone</span>'],
    ['("@**|11**"', `(&quot;${ADA}&quot;`],
    ['a@**|11**', 'a@<strong>|11</strong>'],
    ['@**Nobody**', '@<strong>Nobody</strong>'],
    ['`@**|11**`', '<code>@**|11**</code>'],
    ['@*support*', '<span class="user-group-mention" data-user-group-id="21">@support</span>'],
    [
      '@_*support*',
      '<span class="user-group-mention silent" data-user-group-id="21">support</span>',
    ],
    [
      '@_*role:owners*',
      '<span class="user-group-mention silent" data-user-group-id="22">Owners</span>',
    ],
    ['@*old*', '<span class="user-group-mention silent" data-user-group-id="23">old</span>'],
    [
      '@**everyone**',
      '<span class="user-mention channel-wildcard-mention" data-user-id="*">@everyone</span>',
    ],
    ['@**topic**', '<span class="topic-mention">@topic</span>'],
  ])('%j', (source, html) => {
    expect(render(source, context).html).toBe(`<p>${html}</p>`);
  });

  test('are among the findings, silent ones separately', () => {
    const { mentions } = render(
      '@**|11** @_**|11** @**|12** @*support* @_*role:owners* @**all**',
      context,
    );
    expect(mentions).toEqual({
      userIds: [11],
      groupIds: [21],
      silentUserIds: [11, 12],
      silentGroupIds: [22],
      streamWildcard: true,
      topicWildcard: false,
    });
  });

  test('are silent in quotes', () => {
    const { html, mentions } = render(
      '> @**|11** @**all**\n\n```quote\n@*support* @**topic**\n```',
      context,
    );
    expect(html).toContain(SILENT_ADA);
    expect(mentions).toMatchObject({
      userIds: [],
      groupIds: [],
      silentUserIds: [11],
      silentGroupIds: [21],
      streamWildcard: false,
      topicWildcard: false,
    });
  });
});
