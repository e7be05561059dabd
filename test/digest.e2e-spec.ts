// The weekly email about what users missed while they were away.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DigestService } from '#modules/notifications/mail/digest.service.js';
import { ownTestApp } from './app.js';
import {
  createChannel,
  createRealm,
  createUser,
  sendToStream,
  type TestRealm,
  type TestUser,
} from './factories.js';
import { MailSink } from './mail-sink.js';
import { runJobs } from './run-jobs.js';

const sink = await MailSink.start();
const test = await ownTestApp({ SMTP_URL: sink.url, LOG_LEVEL: 'silent' });
afterAll(() => sink.stop());

const DAY = 24 * 3600;
let realm: TestRealm;
let writer: TestUser;
let reader: TestUser;
let channel: { id: number; name: string };

beforeEach(async () => {
  sink.empty();
  realm = await createRealm(test);
  writer = await createUser(test, realm, { fullName: 'Sample Writer' });
  reader = await createUser(test, realm, { fullName: 'Sample Reader' });
  channel = await createChannel(realm.owner, [writer, reader]);
  test.clock.advance(6 * DAY);
  await realm.owner.client.expect('PATCH', 'realm', {
    digest_emails_enabled: true,
    digest_weekday: (test.clock.now().getUTCDay() + 6) % 7,
  });
});

async function digests(): Promise<string[]> {
  await test.app.get(DigestService).start();
  await runJobs(test.app);
  return sink.to(reader.email);
}

describe('a digest', () => {
  it('shows the topics that a user missed, once', async () => {
    await sendToStream(writer, channel.id, 'busy', 'first text');
    for (let turn = 0; turn < 3; turn++)
      await sendToStream(writer, channel.id, 'busy', `text ${turn}`);
    await sendToStream(writer, channel.id, 'quiet', 'only text');
    const [mail, ...more] = await digests();
    expect(more).toEqual([]);
    const parts = [
      'What happened in',
      `#${channel.name} > busy`,
      '> first text',
      '2 more messages',
    ];
    for (const part of [...parts, '> only text', 'One-Click']) expect(mail).toContain(part);
    expect(await digests()).toHaveLength(1);
    expect(sink.to(writer.email)).toEqual([]);
  });

  it('lists new channels', async () => {
    const fresh = await createChannel(writer, []);
    await createChannel(writer, [], { invite_only: true });
    expect((await digests())[0]).toContain(`New channels: ${fresh.name}`);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['was active', () => reader.client.post('users/me/presence', { status: 'active' })],
    ['turned digests off', () => reader.client.patch('settings', { enable_digest_emails: false })],
    [
      'wants no content in emails',
      () => reader.client.patch('settings', { message_content_in_email_notifications: false }),
    ],
    [
      'is in an organization without digests',
      () => realm.owner.client.patch('realm', { digest_emails_enabled: false }),
    ],
    [
      'is in an organization with another day',
      () => realm.owner.client.patch('realm', { digest_weekday: test.clock.now().getUTCDay() }),
    ],
    [
      'muted the channel',
      () =>
        reader.client.post('users/me/subscriptions/properties', {
          subscription_data: [{ stream_id: channel.id, property: 'is_muted', value: true }],
        }),
    ],
    [
      'muted the topic',
      () =>
        reader.client.post('user_topics', {
          stream_id: channel.id,
          topic: 'topic',
          visibility_policy: 1,
        }),
    ],
  ])('is not sent to a user who %s', async (_, act) => {
    await sendToStream(writer, channel.id, 'topic', 'text');
    expect((await act()) as { status: number }).toMatchObject({ status: 200 });
    expect(await digests()).toEqual([]);
  });
});
