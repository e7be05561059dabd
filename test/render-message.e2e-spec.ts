// References in a message are resolved with the access of its sender and become part of its HTML.
import { describe, expect, jest, test } from '@jest/globals';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import { RenderMessageService } from '#modules/messages/render/render-message.service.js';
import { UsersService } from '#modules/users/users/users.service.js';
import { actorOf } from '#modules/users/users/actors.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { ownTestApp } from './app.js';
import {
  changeRealmSettings,
  createRealm,
  createUser,
  sendDirect,
  sendToStream,
  subscribe,
  type TestUser,
  unique,
} from './factories.js';
import { expectCheap, explain } from './query-plans.js';
import { createScene } from './scene.js';

const app = await ownTestApp();
const { realm, owner, member, guest } = await createScene(app, {
  member: { fullName: 'Ada Sample' },
  guest: { role: Role.Guest, fullName: 'Guest Sample' },
});

async function rendered(writer: TestUser, content: string): Promise<string> {
  const { rendered: html } = await writer.client.expect('POST', 'messages/render', { content });
  return (html as string).replace(/^<p>|<\/p>$/g, '');
}

describe('people', () => {
  test('are found by name in any case, by id, and by both', async () => {
    const mention = `<span class="user-mention" data-user-id="${member.userId}">@Ada Sample</span>`;
    expect(await rendered(owner, '@**ada SAMPLE**')).toBe(mention);
    expect(await rendered(owner, `@**|${member.userId}** @**Ada Sample|${member.userId}**`)).toBe(
      `${mention} ${mention}`,
    );
    expect(await rendered(owner, `@**Other|${member.userId}**`)).not.toContain('user-mention');
  });

  test('of another organization are not resolved', async () => {
    const elsewhere = await createRealm(app);
    const html = await rendered(elsewhere.owner, `@**Ada Sample** @**|${member.userId}**`);
    expect(html).not.toContain('user-mention');
  });

  test('of one name: the active one, then the first', async () => {
    const name = unique('Twin');
    const [first, second, third] = [
      await createUser(app, realm, { fullName: name }),
      await createUser(app, realm, { fullName: name.toUpperCase() }),
      await createUser(app, realm, { fullName: name }),
    ];
    await app.app
      .get(Database)
      .query(`UPDATE users SET is_active = false WHERE id = $1`, [first.userId]);
    expect(await rendered(owner, `@**${name}**`)).toContain(`data-user-id="${second.userId}"`);
    expect(await rendered(owner, `@**|${third.userId}**`)).toContain(`>@${name}<`);
    expect(await rendered(owner, `@**|${first.userId}**`)).toContain('user-mention silent');
  });

  test('are found by index', async () => {
    const summaries = (): Promise<unknown> =>
      app.app.get(UsersService).findByIdsOrNames(realm.realmId, [member.userId], ['Ada Sample']);
    await app.app.get(Database).transaction(async () => {
      await app.app.get(Database).query(`SET LOCAL enable_seqscan = off`);
      const query = jest.spyOn(app.app.get(Database), 'query');
      await summaries();
      const [text, values] = query.mock.calls[0]!;
      query.mockRestore();
      const plan = await app.app.get(Database).query(`EXPLAIN ${text}`, values);
      expect(JSON.stringify(plan)).toContain('users_realm_full_name');
    });
  });
});

test('groups are found by name; system groups have display names', async () => {
  const name = unique('Team');
  const { group_id: id } = await owner.client.expect('POST', 'user_groups/create', {
    name,
    description: 'a sample',
    members: [member.userId],
  });
  expect(await rendered(owner, `@*${name.toLowerCase()}*`)).toBe(
    `<span class="user-group-mention" data-user-group-id="${id as number}">@${name}</span>`,
  );
  const system = await app.app.get(GroupMembership).systemGroupIds(realm.realmId);
  expect(await rendered(owner, '@_*role:owners*')).toBe(
    `<span class="user-group-mention silent" data-user-group-id="${system['role:owners']}">Owners</span>`,
  );
});

describe('channels', () => {
  test('are links for senders with access', async () => {
    const open = unique('open');
    const closed = unique('closed');
    const openId = await subscribe(owner, open);
    const closedId = await subscribe(owner, closed, { invite_only: true });
    expect(await rendered(member, `#**${open}**`)).toBe(
      `<a class="stream" data-stream-id="${openId}" href="/#narrow/channel/${openId}-${open}">#${open}</a>`,
    );
    expect(await rendered(owner, `#**${closed}**`)).toContain(`data-stream-id="${closedId}"`);
    expect(await rendered(member, `#**${closed}**`)).toBe(`#<strong>${closed}</strong>`);
    expect(await rendered(guest, `#**${open}**`)).toBe(`#<strong>${open}</strong>`);
  });

  test('topics link to their newest message, if the sender can read it', async () => {
    const name = unique('topics');
    const id = await subscribe(owner, name);
    await sendToStream(owner, name, 'plans', 'one');
    const newest = await sendToStream(owner, name, 'Plans', 'two');
    const url = `/#narrow/channel/${id}-${name}/topic/`;
    expect(await rendered(member, `#**${name}>PLANS**`)).toContain(
      `href="${url}PLANS/with/${newest}"`,
    );
    expect(await rendered(member, `#**${name}>nothing**`)).toContain(`href="${url}nothing"`);
    expect(await rendered(member, `#**${name}>plans@${newest}**`)).toContain(
      `href="${url}plans/near/${newest}"`,
    );
  });

  test('many topics are looked up by index, in one statement', async () => {
    const name = unique('many');
    await subscribe(owner, name);
    for (const topic of ['a', 'b', 'c']) await sendToStream(owner, name, topic, 'x');
    const source = ['a', 'b', 'c', 'd'].map((topic) => `#**${name}>${topic}**`).join(' ');
    const plans = await explain(app, () => rendered(owner, source));
    expect(plans).toHaveLength(1);
    expectCheap(plans, 20);
  });
});

test('settings of the organization and of the sender apply', async () => {
  const place = await createRealm(app);
  const source = 'https://example.com/a.png';
  expect(await rendered(place.owner, source)).toContain('message_inline_image');
  await changeRealmSettings(app, place, {
    inline_image_preview: false,
    default_code_block_language: 'python',
  });
  expect(await rendered(place.owner, source)).not.toContain('message_inline_image');
  expect(await rendered(place.owner, '```\nx\n```')).toContain('data-code-language="Python"');
  expect(await rendered(place.owner, ':)')).toBe(':)');
  await app.app
    .get(Database)
    .query(
      `UPDATE users SET settings = settings || '{"translate_emoticons": true}' WHERE id = $1`,
      [place.owner.userId],
    );
  expect(await rendered(place.owner, ':)')).toContain('emoji-1f642');
});

test('a text needs one query for each kind of reference, and none without references', async () => {
  const [user] = await app.app.get(UsersService).findByIds(realm.realmId, [owner.userId]);
  const writer = actorOf(user!, 'tests');
  const channel = unique('counted');
  await subscribe(owner, channel);
  const service = app.app.get(RenderMessageService);
  await service.render(writer, [`#**${channel}**`]);
  const query = jest.spyOn(app.app.get(Database), 'query');
  const queries = async (content: string): Promise<number> => {
    query.mockClear();
    await service.render(writer, [content]);
    // Reading the event log is independent of the request.
    return query.mock.calls.filter(([text]) => !text.includes('event_log')).length;
  };
  const people = `@**|${member.userId}** @**Ada Sample** @_**Guest Sample**`;
  expect(await queries('**plain** https://example.com :tada: `code`')).toBe(0);
  expect(await queries(people)).toBe(1);
  expect(await queries(`@*one* @*two*`)).toBe(1);
  expect(await queries(`#**${channel}** #**none**`)).toBe(1);
  expect(await queries(`#**${channel}>a** #**${channel}>b**`)).toBe(2);
  expect(await queries(`${people} @*one* #**${channel}>a** :)`)).toBe(5);
  query.mockRestore();
});

test('messages are stored and published as they are rendered', async () => {
  const id = await sendDirect(owner, [member], '@**Ada Sample** :tada:');
  const { messages } = await member.client.expect('GET', 'messages', { message_ids: [id] });
  expect((messages as { content: string }[])[0]!.content).toBe(
    `<p><span class="user-mention" data-user-id="${member.userId}">@Ada Sample</span> ` +
      '<span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></p>',
  );
});

describe('rendering', () => {
  test('keeps the white space of the text, and truncates it as a message', async () => {
    expect(await rendered(owner, ' a ')).toBe('a ');
    expect(await rendered(owner, 'a'.repeat(10_001))).toMatch(/a<br>\n\[message truncated\]$/);
  });
});
