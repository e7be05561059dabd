// Editing the text of a message: permissions, time limits, history and events.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { TestQueue } from './event-queue.js';
import {
  changeRealmSettings,
  createPeople,
  createRealm,
  createUser,
  sendDirect,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { age, edit, edited, history, outcome, show } from './message-editing-scene.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

let realm: TestRealm;
let owner: TestUser;
let author: TestUser;
let reader: TestUser;
let guest: TestUser;
let channel: string;
let streamId: number;

beforeEach(async () => {
  ({ realm, owner, author, reader, guest } = await createScene(test, {
    author: { fullName: 'Sample Author' },
    reader: { fullName: 'Sample Reader' },
    guest: { role: Role.Guest },
  }));
  channel = unique('channel');
  streamId = await subscribe(owner, channel);
  await subscribe(author, channel);
  await subscribe(reader, channel);
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

describe('editing a text', () => {
  it('returns the new text, the time of the edit and the old text', async () => {
    const id = await sendToStream(author, channel, 'topic', 'the *first* text');
    expect(await show(reader, id)).not.toHaveProperty('last_edit_timestamp');
    const before = test.clock.seconds();
    const { body } = await edit(author, id, { content: 'the **second** text\n\n' });
    expect(body).toEqual({ result: 'success', msg: '', detached_uploads: [] });
    const shown = await show(reader, id);
    expect(shown).toMatchObject({ content: 'the **second** text', subject: 'topic' });
    expect(shown?.last_edit_timestamp).toBeGreaterThanOrEqual(before);
    expect(shown).not.toHaveProperty('last_moved_timestamp');
    expect(shown?.edit_history).toEqual([
      {
        user_id: author.userId,
        timestamp: shown?.last_edit_timestamp,
        prev_content: 'the *first* text',
        prev_rendered_content: '<p>the <em>first</em> text</p>',
      },
    ]);
    const html = await show(reader, id, { apply_markdown: true });
    expect(html?.content).toBe('<p>the <strong>second</strong> text</p>');
  });

  it('stores a marker for an empty text, and truncates long texts', async () => {
    const id = await sendToStream(author, channel, 'topic', 'text');
    await edited(author, id, { content: ' \n ' });
    expect((await show(reader, id))?.content).toBe('(deleted)');
    await edited(author, id, { content: 'x'.repeat(10_001) });
    const cut = (await show(reader, id))?.content ?? '';
    expect(cut).toHaveLength(10_000);
    expect(cut.endsWith('\n[message truncated]')).toBe(true);
  });

  it('renders the new text', async () => {
    const id = await sendToStream(author, channel, 'topic', 'text');
    await edited(author, id, { content: '/me waves https://example.com' });
    const [row] = await test.app
      .get(Database)
      .query<{ is_me_message: boolean; has_link: boolean }>(
        'SELECT is_me_message, has_link FROM messages WHERE id = $1',
        [id],
      );
    expect(row).toEqual({ is_me_message: true, has_link: true });
    await edited(author, id, { content: 'plain' });
    expect(await show(reader, id)).toMatchObject({ is_me_message: false });
  });

  it('changes nothing when the text is the same', async () => {
    const id = await sendToStream(author, channel, 'topic', 'text');
    const queue = await TestQueue.register(reader.client, { event_types: ['update_message'] });
    await edited(author, id, { content: 'text\n' });
    expect(await show(reader, id)).not.toHaveProperty('edit_history');
    expect(await queue.all()).toEqual([]);
  });

  it('works in direct messages, for their users only', async () => {
    const id = await sendDirect(author, [reader], 'text');
    const events = await verifyEvents(test, observersOf(realm, { author, reader, owner }), () =>
      edited(author, id, { content: 'other text' }),
    );
    expect(events.get('owner')).toEqual([]);
    expect(events.get('reader')).toEqual([
      expect.objectContaining({
        type: 'update_message',
        user_id: author.userId,
        rendering_only: false,
        message_id: id,
        message_ids: [id],
        orig_content: 'text',
        content: 'other text',
        rendered_content: '<p>other text</p>',
        is_me_message: false,
        flags: [],
      }),
    ]);
    expect(events.get('reader')?.[0]).not.toHaveProperty('stream_id');
    expect(events.get('reader')?.[0]).not.toHaveProperty('subject');
    expect(outcome(await edit(author, id, { topic: 'topic' }))).toBe('400 BAD_REQUEST');
    expect(outcome(await edit(author, id, { stream_id: streamId }))).toBe('400 BAD_REQUEST');
    expect(outcome(await edit(reader, id, { content: 'mine' }))).toBe('400 BAD_REQUEST');
    expect((await edit(owner, id, { content: 'mine' })).body['msg']).toBe('Invalid message(s)');
  });
});

describe('the permission', () => {
  it('is granted to the author only', async () => {
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: author.userId } });
    const id = await sendToStream(author, channel, 'topic', 'text');
    const botId = await sendToStream(bot, channel, 'topic', 'text');
    for (const user of [owner, reader, bot]) {
      expect(outcome(await edit(user, id, { content: 'mine' }))).toBe('400 BAD_REQUEST');
    }
    expect(outcome(await edit(author, botId, { content: 'mine' }))).toBe('400 BAD_REQUEST');
    expect((await show(reader, id))?.content).toBe('text');
  });

  it('answers alike for unknown and inaccessible messages', async () => {
    const elsewhere = await createRealm(test);
    const hidden = unique('private');
    await subscribe(owner, hidden, { invite_only: true });
    const hiddenId = await sendToStream(owner, hidden, 'topic', 'text');
    const id = await sendToStream(author, channel, 'topic', 'text');
    for (const [user, target] of [
      [author, hiddenId],
      [author, 999_999_999_999],
      [elsewhere.owner, id],
      [guest, id],
    ] as const) {
      for (const answer of [
        await edit(user, target, { content: 'mine' }),
        await edit(user, target, { topic: 'mine' }),
        await user.client.delete(`messages/${target}`),
        await user.client.get(`messages/${target}/history`),
      ]) {
        expect([answer.status, answer.body['code'], answer.body['msg']]).toEqual([
          400,
          'BAD_REQUEST',
          'Invalid message(s)',
        ]);
      }
    }
  });

  it('ends with the access to the channel', async () => {
    const hidden = unique('private');
    await subscribe(owner, hidden, {
      invite_only: true,
      principals: [owner.userId, author.userId],
    });
    const id = await sendToStream(author, hidden, 'topic', 'text');
    await author.client.expect('DELETE', 'users/me/subscriptions', { subscriptions: [hidden] });
    expect((await edit(author, id, { content: 'x' })).body['msg']).toBe('Invalid message(s)');
  });

  it('ends with the time limit of the organization, plus a tolerance', async () => {
    const id = await sendToStream(author, channel, 'topic', 'text');
    await age(test, [id], 615);
    expect(outcome(await edit(author, id, { content: 'in time' }))).toBe('accepted');
    await age(test, [id], 625);
    expect(outcome(await edit(author, id, { content: 'too late' }))).toBe('400 BAD_REQUEST');
    await changeRealmSettings(test, realm, { message_content_edit_limit_seconds: null });
    expect(outcome(await edit(author, id, { content: 'without limit' }))).toBe('accepted');
    const own = await sendToStream(owner, channel, 'topic', 'text');
    await changeRealmSettings(test, realm, { message_content_edit_limit_seconds: 60 });
    test.clock.advance(90);
    expect(outcome(await edit(owner, own, { content: 'too late' }))).toBe('400 BAD_REQUEST');
  });

  it('may be forbidden to all users', async () => {
    const id = await sendToStream(author, channel, 'topic', 'text');
    await changeRealmSettings(test, realm, { allow_message_editing: false });
    expect(outcome(await edit(author, id, { content: 'x' }))).toBe('400 BAD_REQUEST');
    expect(outcome(await edit(author, id, { topic: 'other' }))).toBe('accepted');
  });

  it('excludes polls and to-do lists, and archived channels', async () => {
    const id = await sendToStream(author, channel, 'topic', 'text');
    const database = test.app.get(Database);
    await database.query('UPDATE messages SET has_submessages = true WHERE id = $1', [id]);
    expect(outcome(await edit(author, id, { content: 'x' }))).toBe('400 BAD_REQUEST');
    await database.query('UPDATE messages SET has_submessages = false WHERE id = $1', [id]);
    await database.query('UPDATE streams SET is_archived = true WHERE id = $1', [streamId]);
    expect(outcome(await edit(author, id, { content: 'x' }))).toBe('400 BAD_REQUEST');
    expect(outcome(await edit(author, id, { topic: 'x' }))).toBe('400 BAD_REQUEST');
  });
});

describe('the request', () => {
  it('must contain a change, and only compatible parameters', async () => {
    const id = await sendToStream(author, channel, 'topic', 'text');
    for (const parameters of [
      {},
      { propagate_mode: 'change_all' },
      { content: 'x', propagate_mode: 'change_all' },
      { content: 'x', stream_id: streamId },
      { topic: 'topic' },
      { stream_id: streamId },
      { topic: 'a\u0007b' },
      { stream_id: 'x' },
      { stream_id: -1, topic: 'x' },
      { topic: 'x', propagate_mode: 'change_some' },
      { topic: 'x', send_notification_to_new_thread: 1 },
    ]) {
      expect(outcome(await edit(author, id, parameters))).toBe('400 BAD_REQUEST');
    }
    const both = await edit(author, id, { topic: 'a', subject: 'b' });
    expect(both.body).toMatchObject({ code: 'REQUEST_CONFUSING_VAR' });
    expect((await show(reader, id))?.subject).toBe('topic');
    expect((await edit(author, id, { content: 'y', widget: 1 })).body).toMatchObject({
      ignored_parameters_unsupported: ['widget'],
    });
    const { status } = await author.client.raw('PATCH', '/api/v1/messages/abc', {
      body: 'content=x',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(status).toBe(404);
  });

  it('fails when the message was edited after the client fetched it', async () => {
    const id = await sendToStream(author, channel, 'topic', 'text é');
    const seen = sha256('text é');
    await edited(author, id, { content: 'second', prev_content_sha256: seen.toUpperCase() });
    for (const parameters of [{ content: 'third' }, { topic: 'third' }]) {
      const answer = await edit(author, id, { ...parameters, prev_content_sha256: seen });
      expect(outcome(answer)).toBe('400 EXPECTATION_MISMATCH');
    }
    expect(await show(reader, id)).toMatchObject({ content: 'second', subject: 'topic' });
  });
});

describe('mentions', () => {
  it('are added and removed with the text', async () => {
    const id = await sendToStream(author, channel, 'topic', 'text');
    const events = await verifyEvents(test, observersOf(realm, { author, reader }), () =>
      edited(author, id, { content: `@**Sample Reader|${reader.userId}** look` }),
    );
    expect(events.get('reader')?.[0]?.['flags']).toEqual(['mentioned']);
    expect(events.get('author')?.[0]?.['flags']).toEqual([]);
    expect((await show(reader, id))?.flags).toEqual(['mentioned']);
    await verifyEvents(test, observersOf(realm, { author, reader }), () =>
      edited(author, id, { content: 'never mind' }),
    );
    expect((await show(reader, id))?.flags).toEqual([]);
  });

  it('of all users need the permission', async () => {
    const people = await createPeople(test, realm, 20);
    await subscribe(owner, channel, { principals: people });
    const id = await sendToStream(author, channel, 'topic', 'text');
    expect(outcome(await edit(author, id, { content: '@**all** look' }))).toBe(
      '400 STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    );
    expect((await show(reader, id))?.content).toBe('text');
  });
});

describe('the history', () => {
  it('has each state with its changes', async () => {
    const before = test.clock.seconds();
    const id = await sendToStream(author, channel, 'topic', 'one');
    const after = test.clock.seconds();
    await edited(author, id, { content: 'two' });
    await edited(author, id, { topic: '' });
    await edited(author, id, { content: 'two three', topic: 'other' });
    const states = await history(reader, id);
    expect(states).toEqual([
      {
        topic: 'topic',
        content: 'one',
        rendered_content: '<p>one</p>',
        timestamp: expect.any(Number),
        user_id: author.userId,
      },
      {
        topic: 'topic',
        content: 'two',
        rendered_content: '<p>two</p>',
        prev_content: 'one',
        prev_rendered_content: '<p>one</p>',
        content_html_diff:
          '<div><p><span class="highlight_text_inserted">two</span> ' +
          '<span class="highlight_text_deleted">one</span></p></div>',
        timestamp: expect.any(Number),
        user_id: author.userId,
      },
      {
        topic: '',
        prev_topic: 'topic',
        content: 'two',
        rendered_content: '<p>two</p>',
        timestamp: expect.any(Number),
        user_id: author.userId,
      },
      {
        topic: 'other',
        prev_topic: '',
        content: 'two three',
        rendered_content: '<p>two three</p>',
        prev_content: 'two',
        prev_rendered_content: '<p>two</p>',
        content_html_diff:
          '<div><p>two <span class="highlight_text_inserted">three</span></p></div>',
        timestamp: expect.any(Number),
        user_id: author.userId,
      },
    ]);
    expect(states[0]!['timestamp']).toBeGreaterThanOrEqual(before);
    expect(states[0]!['timestamp']).toBeLessThanOrEqual(after);
    const { body } = await reader.client.get(`messages/${id}/history`);
    const named = body['message_history'] as Record<string, unknown>[];
    expect(named[2]).toMatchObject({ topic: 'general chat' });
    expect(named[3]).toMatchObject({ prev_topic: 'general chat' });
  });

  it('is one state for a message that was never changed', async () => {
    const id = await sendDirect(author, [reader], 'text');
    expect(await history(reader, id)).toEqual([
      {
        topic: '',
        content: 'text',
        rendered_content: '<p>text</p>',
        timestamp: expect.any(Number),
        user_id: author.userId,
      },
    ]);
  });

  it('is limited by the setting of the organization', async () => {
    const id = await sendToStream(author, channel, 'topic', 'secret');
    await edited(author, id, { content: 'public' });
    await edited(author, id, { topic: 'other' });
    await changeRealmSettings(test, realm, { message_edit_history_visibility_policy: 'moves' });
    expect(await history(reader, id)).toEqual([
      expect.objectContaining({ topic: 'topic', content: 'public' }),
      expect.objectContaining({ topic: 'other', prev_topic: 'topic', content: 'public' }),
    ]);
    const moves = await show(reader, id);
    expect(moves?.edit_history).toEqual([
      {
        user_id: author.userId,
        timestamp: expect.any(Number),
        topic: 'other',
        prev_topic: 'topic',
      },
    ]);
    await changeRealmSettings(test, realm, { message_edit_history_visibility_policy: 'none' });
    expect(outcome(await reader.client.get(`messages/${id}/history`))).toBe('400 BAD_REQUEST');
    const none = await show(reader, id);
    expect(none).not.toHaveProperty('edit_history');
    expect(none).toHaveProperty('last_edit_timestamp');
    expect(none).toHaveProperty('last_moved_timestamp');
  });
});

describe('edits at the same time', () => {
  it('are serialized: each sees the text of the previous one', async () => {
    const id = await sendToStream(author, channel, 'topic', 'text 0');
    const texts = Array.from({ length: 12 }, (_, i) => `text ${i + 1}`);
    await Promise.all(texts.map((content) => edited(author, id, { content })));
    const states = await history(reader, id);
    expect(states).toHaveLength(13);
    for (const [index, state] of states.entries()) {
      if (index > 0) expect(state['prev_content']).toBe(states[index - 1]!['content']);
    }
    expect(new Set(states.map((state) => state['content'])).size).toBe(13);
  });

  it('with the previous text of the client succeed once', async () => {
    const id = await sendToStream(author, channel, 'topic', 'text');
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((content) =>
        edit(author, id, { content, prev_content_sha256: sha256('text') }),
      ),
    );
    expect(answers.map(outcome).toSorted()).toEqual([
      '400 EXPECTATION_MISMATCH',
      '400 EXPECTATION_MISMATCH',
      '400 EXPECTATION_MISMATCH',
      'accepted',
    ]);
  });
});
