// Uploaded files and the messages that refer to them: permissions to read files, and changes of the references when
// messages are sent, edited, moved and deleted.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { AuthorizedClients } from '#modules/auth/authentication/authorized-clients.service.js';
import { AttachmentsService } from '#modules/uploads/attachments/attachments.service.js';
import { sharedTestApp } from './app.js';
import { listen } from './event-listener.js';
import {
  changeRealmSettings,
  createChannel,
  sendDirect,
  sendToStream,
  type TestRealm,
  type TestUser,
} from './factories.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import { fetchFile, PNG, upload, type Upload } from './uploads.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

let realm: TestRealm;
let member: TestUser;
let other: TestUser;
let guest: TestUser;
let file: Upload;

beforeEach(async () => {
  ({ realm, member, other, guest } = await createScene(test, {
    member: {},
    other: {},
    guest: { role: Role.Guest },
  }));
  file = await upload(member);
});

const link = ({ filename, url }: Upload = file): string => `[${filename}](${url})`;

async function canRead(user: TestUser | undefined, { url } = file): Promise<boolean> {
  const { status } = await fetchFile(test, realm, url, user && { user });
  return status === 200;
}

type Attachment = { id: number; path_id: string; message_ids: number[] };

async function attachments(user = member): Promise<Attachment[]> {
  const { attachments: list } = await user.client.expect('GET', 'attachments');
  return list as Attachment[];
}

async function messageIds({ pathId } = file, user = member): Promise<number[] | undefined> {
  const list = await attachments(user);
  return list.find(({ path_id: path }) => path === pathId)?.message_ids;
}

async function edit(user: TestUser, id: number, fields: object): Promise<Attachment[]> {
  const { detached_uploads: detached } = await user.client.expect('PATCH', `messages/${id}`, {
    ...fields,
  });
  return detached as Attachment[];
}

describe('a file can be read', () => {
  it('by its owner alone, until a message refers to it', async () => {
    expect(await canRead(member)).toBe(true);
    for (const user of [other, realm.owner, guest, undefined])
      expect(await canRead(user)).toBe(false);
  });

  it('by the users of a direct message', async () => {
    await sendDirect(member, [other], `See ${link()}.`);
    expect(await canRead(other)).toBe(true);
    expect(await canRead(realm.owner)).toBe(false);
  });

  it('by all who can read a public channel', async () => {
    const channel = await createChannel(member, []);
    await sendToStream(member, channel.name, 'files', link());
    expect(await canRead(other)).toBe(true);
    expect(await canRead(guest)).toBe(false);
    expect(await canRead(undefined)).toBe(false);
  });

  it('by subscribers of a private channel, with its history rules', async () => {
    const closed = await createChannel(member, [other], {
      invite_only: true,
      history_public_to_subscribers: false,
    });
    await sendToStream(member, closed.name, 'files', link());
    await member.client.expect('POST', 'users/me/subscriptions', {
      subscriptions: [{ name: closed.name }],
      principals: [guest.userId],
    });
    expect(await canRead(other)).toBe(true);
    expect(await canRead(guest)).toBe(false);
    await member.client.expect('DELETE', 'users/me/subscriptions', {
      subscriptions: [closed.name],
      principals: [other.userId],
    });
    expect(await canRead(other)).toBe(false);

    const open = await createChannel(member, [], {
      invite_only: true,
      history_public_to_subscribers: true,
    });
    await sendToStream(member, open.name, 'files', link());
    expect(await canRead(guest)).toBe(false);
    await member.client.expect('POST', 'users/me/subscriptions', {
      subscriptions: [{ name: open.name }],
      principals: [guest.userId],
    });
    expect(await canRead(guest)).toBe(true);
  });

  it('without an account in a web-public channel, where the organization allows it', async () => {
    await changeRealmSettings(test, realm, { enable_spectator_access: true });
    const channel = await createChannel(realm.owner, [member], { is_web_public: true });
    expect(await canRead(undefined)).toBe(false);
    await sendToStream(member, channel.name, 'files', link());
    expect(await canRead(undefined)).toBe(true);
    await changeRealmSettings(test, realm, { enable_spectator_access: false });
    expect(await canRead(undefined)).toBe(false);
  });

  it('with the session of a browser', async () => {
    const token = await test.app
      .get(AuthorizedClients)
      .openSession(
        { realmId: realm.realmId, userId: member.userId },
        { clientName: 'Sample', userAgent: 'Sample', address: '127.0.0.1' },
      );
    const headers = { Cookie: `parley_session=${token}`, Accept: 'text/html' };
    expect((await fetchFile(test, realm, file.url, { headers })).status).toBe(200);
  });

  it('with the API key in the address', async () => {
    expect(await canRead(undefined, { ...file, url: `${file.url}?api_key=${member.apiKey}` })).toBe(
      true,
    );
    const answers = await Promise.all(
      [other.apiKey, 'x'.repeat(32), ''].map((key) =>
        fetchFile(test, realm, `${file.url}?api_key=${key}`),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 401, 401]);
    // Nowhere else.
    const { status } = await realm.anonymous.get('users/me', { api_key: member.apiKey });
    expect(status).toBe(401);
  });

  it('not in another organization', async () => {
    const foreign = await createScene(test);
    const path = { url: file.url, user: foreign.owner };
    expect((await fetchFile(test, foreign.realm, path.url, path)).status).toBe(404);
    expect((await fetchFile(test, foreign.realm, path.url)).status).not.toBe(200);
  });
});

describe('a file that cannot be read', () => {
  const missing = (): string => `/user_uploads/${realm.realmId}/ab/${'x'.repeat(24)}/a.txt`;

  it('is an error', async () => {
    const forbidden = await fetchFile(test, realm, file.url, { user: other });
    expect([forbidden.status, JSON.parse(forbidden.content.toString())]).toEqual([
      403,
      expect.objectContaining({ result: 'error', code: 'BAD_REQUEST' }),
    ]);
    expect((await fetchFile(test, realm, missing(), { user: other })).status).toBe(404);
  });

  it('is a redirect to the login page for browsers without a session', async () => {
    const { status, headers } = await fetchFile(test, realm, file.url);
    expect([status, headers['location']]).toEqual([
      302,
      `/accounts/login?next=${encodeURIComponent(file.url)}`,
    ]);
    const ended = { headers: { Cookie: 'parley_session=ended' } };
    expect((await fetchFile(test, realm, file.url, ended)).status).toBe(302);
  });

  it('is a picture where a picture is expected', async () => {
    const headers = { Accept: 'image/avif,image/webp,image/*,*/*;q=0.8' };
    const answers = await Promise.all([
      fetchFile(test, realm, file.url, { user: other, headers }),
      fetchFile(test, realm, file.url, { headers }),
      fetchFile(test, realm, missing(), { user: other, headers }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 404]);
    for (const { headers: sent } of answers) {
      expect(sent).toMatchObject({ 'content-type': 'image/png', vary: 'Accept' });
    }
  });
});

describe('a temporary URL', () => {
  async function temporaryUrl(user: TestUser): Promise<string> {
    const { url } = await user.client.expect('GET', file.url.slice(1));
    return url as string;
  }

  it('needs no credentials, for a minute', async () => {
    const url = await temporaryUrl(member);
    expect(await canRead(undefined, { ...file, url })).toBe(true);
    test.clock.advance(59);
    expect(await canRead(undefined, { ...file, url })).toBe(true);
    test.clock.advance(3);
    expect((await fetchFile(test, realm, url)).status).toBe(400);
  });

  it('is only for readers of the file', async () => {
    const { status, body } = await other.client.get(file.url.slice(1));
    expect([status, body['code']]).toEqual([403, 'BAD_REQUEST']);
    const missing = file.url.slice(1).replace('notes', 'other');
    expect((await member.client.get(missing)).status).toBe(404);
  });

  it('is valid only as it is, and only in its organization', async () => {
    const url = await temporaryUrl(member);
    const [token, name] = url.split('/').slice(-2) as [string, string];
    const wrong = [
      url.replace(name, 'other.txt'),
      url.replace(
        token,
        token.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
      ),
      url.replace(token, 'ab'),
      url.replace(token, 'text'),
    ];
    for (const one of wrong) expect((await fetchFile(test, realm, one)).status).toBe(400);
    const foreign = await createScene(test);
    expect((await fetchFile(test, foreign.realm, url)).status).toBe(400);
  });
});

describe('a message', () => {
  it('refers to the files in its links', async () => {
    const second = await upload(member, { name: 'second.txt' });
    const id = await sendDirect(
      member,
      [other],
      `${link()} and http://${realm.host}${second.url}.`,
    );
    expect(await messageIds()).toEqual([id]);
    expect(await messageIds(second)).toEqual([id]);
    const { message } = await other.client.expect('GET', `messages/${id}`);
    expect(message).toMatchObject({ content: expect.stringContaining(`href="${file.url}"`) });
  });

  it.each([
    ['with letters outside of ASCII', 'Größe 東京.txt', (url: string) => url],
    ['that is encoded', 'Größe 東京.txt', encodeURI],
  ])('refers to a file %s', async (_what, name, form) => {
    const named = await upload(member, { name });
    const id = await sendDirect(member, [other], `[x](${form(named.url)})`);
    expect(await messageIds(named)).toEqual([id]);
    expect(await canRead(other, named)).toBe(true);
  });

  it.each(['%00', '1/ab/%00.txt', '%zz', '%ED%A0%80'])('refers to no file at %s', async (path) => {
    const id = await sendDirect(member, [other], `[x](/user_uploads/${path})`);
    expect(await edit(member, id, { content: `/user_uploads/${path}` })).toEqual([]);
    expect(await messageIds()).toEqual([]);
  });

  it('refers to no file in code', async () => {
    await sendDirect(member, [other], `\`${link()}\``);
    expect(await messageIds()).toEqual([]);
  });

  it('refers only to files that its sender may read', async () => {
    await sendDirect(other, [realm.owner], link());
    expect(await messageIds()).toEqual([]);
    expect(await canRead(realm.owner)).toBe(false);
    expect(await canRead(other)).toBe(false);

    await sendDirect(member, [other], link());
    const id = await sendDirect(other, [realm.owner], link());
    expect(await canRead(realm.owner)).toBe(true);
    expect(await messageIds()).toContain(id);
  });

  it('is found as one with a file only if it refers to one', async () => {
    const channel = await createChannel(member, []);
    await sendToStream(member, channel.name, 'files', '[x](/user_uploads/1/ab/cd/none.txt)');
    const id = await sendToStream(member, channel.name, 'files', link());
    const { messages } = await member.client.expect('GET', 'messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'has', operand: 'attachment' }],
    });
    expect((messages as { id: number }[]).map((message) => message.id)).toEqual([id]);
  });

  it('shows audio and video files', async () => {
    const song = await upload(member, { name: 'song.mp3', type: 'audio/mpeg' });
    const film = await upload(member, { name: 'film.mov', type: 'video/quicktime' });
    const id = await sendDirect(member, [other], `![song](${song.url})\n\n${link(film)}`);
    const { message } = await other.client.expect('GET', `messages/${id}`);
    const { content } = message as { content: string };
    expect(content).toContain(`<audio controls="" preload="metadata" src="${song.url}"`);
    expect(content).toContain(`<video preload="metadata" src="${film.url}"></video>`);
    expect(await messageIds(song)).toEqual([id]);
  });

  it('moves with its file', async () => {
    const open = await createChannel(realm.owner, [member]);
    const closed = await createChannel(realm.owner, [member], { invite_only: true });
    const id = await sendToStream(member, open.name, 'files', link());
    expect(await canRead(other)).toBe(true);
    await edit(realm.owner, id, { stream_id: closed.id });
    expect([await canRead(other), await canRead(realm.owner)]).toEqual([false, true]);
    expect(await messageIds()).toEqual([id]);
  });
});

describe('an edit', () => {
  it('adds and removes files, and returns those that no message refers to', async () => {
    const second = await upload(member, { name: 'second.txt' });
    const id = await sendDirect(member, [other], link());
    expect(await edit(member, id, { content: `${link()} ${link(second)}` })).toEqual([]);
    expect([await messageIds(), await messageIds(second)]).toEqual([[id], [id]]);
    const detached = await edit(member, id, { content: `only ${link(second)}` });
    expect(detached).toMatchObject([{ path_id: file.pathId, message_ids: [] }]);
    expect(await messageIds()).toEqual([]);
    expect(await canRead(other)).toBe(false);
    expect(await canRead(other, second)).toBe(true);
  });

  it('returns no file to which another message refers, and none of other users', async () => {
    const id = await sendDirect(member, [other], link());
    const another = await sendDirect(other, [member], link());
    expect(await edit(member, id, { content: 'without' })).toEqual([]);
    expect(await edit(other, another, { content: 'without' })).toEqual([]);
    expect(await messageIds()).toEqual([]);
  });

  it('of the topic leaves files as they are', async () => {
    const channel = await createChannel(member, []);
    const id = await sendToStream(member, channel.name, 'files', link());
    expect(await edit(member, id, { topic: 'renamed' })).toEqual([]);
    expect(await messageIds()).toEqual([id]);
  });
});

describe('a deletion', () => {
  it('of a message removes its references', async () => {
    const channel = await createChannel(realm.owner, [member]);
    const first = await sendToStream(member, channel.name, 'files', link());
    const second = await sendToStream(member, channel.name, 'files', link());
    await realm.owner.client.expect('DELETE', `messages/${first}`);
    expect(await messageIds()).toEqual([second]);
    expect(await canRead(other)).toBe(true);
    await realm.owner.client.expect('DELETE', `messages/${second}`);
    expect(await messageIds()).toEqual([]);
    expect(await canRead(other)).toBe(false);
  });

  it('of a topic removes the references of all its messages', async () => {
    const channel = await createChannel(realm.owner, [member]);
    for (let i = 0; i < 3; i++) await sendToStream(member, channel.name, 'files', link());
    expect((await messageIds())!.length).toBe(3);
    const deleting = realm.owner.client.post(`streams/${channel.id}/delete_topic`, {
      topic_name: 'files',
    });
    await runJobs(test.app);
    await deleting;
    await runJobs(test.app);
    expect(await messageIds()).toEqual([]);
    expect(await canRead(other)).toBe(false);
  });

  it('of a file leaves its links in messages', async () => {
    const id = await sendDirect(member, [other], link());
    const [{ id: attachmentId } = { id: 0 }] = await attachments();
    await member.client.expect('DELETE', `attachments/${attachmentId}`);
    const { message } = await other.client.expect('GET', `messages/${id}`);
    expect(message).toMatchObject({ content: expect.stringContaining(file.url) });
    expect((await fetchFile(test, realm, file.url, { user: other })).status).toBe(404);
  });
});

describe('the owner receives events', () => {
  it('that lead from one list of files to the next', async () => {
    const queue = await listen(test, realm, member, { event_types: ['attachment'] });
    let state = await attachments();
    const follow = async (): Promise<string[]> => {
      const events = (await queue.take()) as unknown as {
        op: string;
        attachment: Attachment;
        upload_space_used: number;
      }[];
      for (const { op, attachment } of events) {
        state = state.filter(({ id }) => id !== attachment.id);
        if (op !== 'remove') state.push(attachment);
      }
      const { attachments: list, upload_space_used: used } = await member.client.expect(
        'GET',
        'attachments',
      );
      expect(state.toSorted((a, b) => a.id - b.id)).toEqual(list);
      if (events.length > 0) expect(events.at(-1)!.upload_space_used).toBe(used);
      return events.map(({ op }) => op);
    };
    const second = await upload(member, { name: 'second.png', type: 'image/png', content: PNG });
    expect(await follow()).toEqual(['add']);
    const channel = await createChannel(realm.owner, [member]);
    const content = `${link()} ${link(second)}`;
    const id = await sendToStream(member, channel.name, 'files', content);
    expect(await follow()).toEqual(['update', 'update']);
    await sendToStream(other, channel.name, 'files', link());
    expect(await follow()).toEqual(['update']);
    await edit(member, id, { content: link() });
    expect(await follow()).toEqual(['update']);
    await realm.owner.client.expect('DELETE', `messages/${id}`);
    expect(await follow()).toEqual(['update']);
    await member.client.expect('DELETE', `attachments/${state[0]!.id}`);
    expect(await follow()).toEqual(['remove']);
  });

  it('also for messages that others send at the same time', async () => {
    await sendDirect(member, [other, realm.owner], link());
    const queue = await listen(test, realm, member, { event_types: ['attachment'] });
    await Promise.all(
      [other, realm.owner, member].flatMap((user) =>
        [1, 2, 3].map(() => sendDirect(user, [member], link())),
      ),
    );
    const events = await queue.take();
    expect(events.length).toBe(9);
    const lengths = events.map((event) => (event['attachment'] as Attachment).message_ids.length);
    // Messages that share a commit have the same list.
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect(lengths.at(-1)).toBe(10);
    expect((await messageIds())!.length).toBe(10);
  });

  it('and no other client loses its state', async () => {
    const observers = observersOf(realm, { member, other });
    await verifyEvents(test, observers, async () => {
      const uploaded = await upload(member);
      const id = await sendDirect(member, [other], link(uploaded));
      await edit(member, id, { content: 'without' });
      const list = await attachments();
      await member.client.expect('DELETE', `attachments/${list.at(-1)!.id}`);
    });
  });
});

describe('an unclaimed file', () => {
  it('is deleted after five weeks', async () => {
    const claimed = await upload(member);
    const id = await sendDirect(member, [other], link(claimed));
    const later = await upload(member);
    const weeks = (count: number): void => test.clock.advance(count * 7 * 24 * 3600);
    weeks(4);
    await edit(member, await sendDirect(member, [other], link(later)), { content: 'without' });
    weeks(1.5);
    await deleteUnclaimed();
    expect([await canRead(member), await canRead(member, later)]).toEqual([false, true]);
    expect(await messageIds(claimed)).toEqual([id]);
    weeks(4);
    await deleteUnclaimed();
    expect(await canRead(member, later)).toBe(false);
    expect(await canRead(member, claimed)).toBe(true);
  });
});

async function deleteUnclaimed(): Promise<void> {
  await test.app
    .get(AttachmentsService, { strict: false })
    .deleteUnclaimed(new AbortController().signal);
  await runJobs(test.app);
}
