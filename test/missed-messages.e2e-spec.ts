// Emails about missed messages: when they are sent, what they contain, and answers to them.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { IncomingMailServer } from '#modules/notifications/incoming-mail/incoming-mail-server.js';
import {
  type MissedReason,
  MissedMessages,
} from '#modules/notifications/mail/missed-messages.service.js';
import { sendMissedMessages } from '#modules/notifications/mail/mail.jobs.js';
import { Database } from '#platform/database/database.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { ownTestApp } from './app.js';
import { Browser } from './browser.js';
import {
  changeRealmSettings,
  createChannel,
  createRealm,
  createUser,
  sendDirect,
  sendToStream,
  type TestRealm,
  type TestUser,
} from './factories.js';
import { MailSink } from './mail-sink.js';
import { runJobs } from './run-jobs.js';

const sink = await MailSink.start();
const test = await ownTestApp({
  SMTP_URL: sink.url,
  MAIL_IN_PORT: '0',
  MAIL_IN_HOST: '127.0.0.1',
  MAIL_IN_DOMAIN: 'in.example.com',
  LOG_LEVEL: 'silent',
});
const port = await test.app.get(IncomingMailServer).listen();
const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
afterAll(async () => {
  transport.close();
  await sink.stop();
});

let realm: TestRealm;
let sender: TestUser;
let reader: TestUser;
let channel: { id: number; name: string };

beforeEach(async () => {
  sink.empty();
  realm = await createRealm(test);
  sender = await createUser(test, realm, { fullName: 'Sample Sender' });
  reader = await createUser(test, realm, { fullName: 'Sample Reader' });
  channel = await createChannel(realm.owner, [sender, reader]);
});

async function miss(ids: number[], reason: MissedReason = 'mention'): Promise<void> {
  const missed = ids.map((messageId) => ({ userId: reader.userId, messageId, reason }));
  await test.app.get(Database).transaction(() => test.app.get(MissedMessages).add(missed));
}

/** Runs the schedule, which the tests do not start, and returns the emails so far. */
async function mails(): Promise<string[]> {
  const id = `missed-${test.clock.now().getTime()}-${sink.received.length}`;
  await test.app.get(JobQueue).add([{ id, request: sendMissedMessages.with({}) }]);
  await runJobs(test.app);
  return sink.to(reader.email);
}

/** Unfolds the headers. */
function header(mail: string, name: string): string {
  const head = mail.split('\r\n\r\n')[0]!.replaceAll(/\r\n[ \t]/g, ' ');
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
}

const PERIOD = 121;

describe('missed messages', () => {
  it('are sent together when the period of the first is over', async () => {
    await miss([await sendToStream(sender, channel.id, 'Lunch', 'one')]);
    test.clock.advance(100);
    await miss([await sendToStream(sender, channel.id, 'lunch', 'two')]);
    expect(await mails()).toEqual([]);
    test.clock.advance(21);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(header(mail!, 'Subject')).toBe(`#${channel.name} > lunch`);
    for (const part of ['> one', '> two', 'Sample Sender:', 'you were mentioned']) {
      expect(mail).toContain(part);
    }
    expect(header(mail!, 'From')).toContain('Sample Organization');
    expect(header(mail!, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    test.clock.advance(PERIOD);
    expect(await mails()).toHaveLength(1);
  });

  it('wait as long as the setting of the user says', async () => {
    await reader.client.expect('PATCH', 'settings', {
      email_notifications_batching_period_seconds: 600,
    });
    await miss([await sendDirect(sender, [reader], 'Hello')], 'direct_message');
    test.clock.advance(PERIOD);
    expect(await mails()).toEqual([]);
    test.clock.advance(480);
    expect(await mails()).toHaveLength(1);
  });

  it('are sent in one email for each conversation', async () => {
    const other = await createUser(test, realm, { fullName: 'Sample Other' });
    const ids = [
      await sendDirect(sender, [reader], 'direct'),
      await sendDirect(sender, [reader, other], 'group'),
      await sendToStream(sender, channel.id, '✔ Done', 'topic'),
      await sendDirect(sender, [reader], 'direct again'),
    ];
    await miss(ids, 'direct_message');
    test.clock.advance(PERIOD);
    const subjects = (await mails()).map((mail) => header(mail, 'Subject'));
    expect(subjects).toHaveLength(3);
    expect(subjects[0]).toBe('Group DMs with Sample Sender and Sample Other');
    expect(subjects[1]).toMatch(/resolved/);
    expect(subjects[2]).toBe('DMs with Sample Sender');
  });

  it.each<[string, (id: number) => Promise<unknown>]>([
    [
      'was read',
      (id) => reader.client.post('messages/flags', { messages: [id], op: 'add', flag: 'read' }),
    ],
    ['was deleted', (id) => realm.owner.client.delete(`messages/${id}`)],
    ['was emptied', (id) => sender.client.patch(`messages/${id}`, { content: '' })],
    [
      'is in a channel that the user left',
      () => reader.client.delete('users/me/subscriptions', { subscriptions: [channel.name] }),
    ],
    [
      'belongs to a user who turned these emails off',
      () => reader.client.patch('settings', { enable_offline_email_notifications: false }),
    ],
    ['belongs to a user who left', () => realm.owner.client.delete(`users/${reader.userId}`)],
  ])('are not sent if the message %s meanwhile', async (name, act) => {
    channel = await createChannel(realm.owner, [sender, reader], { invite_only: true });
    const id = await sendToStream(sender, channel.id, 'topic', 'text');
    await miss([id]);
    expect((await act(id)) as { status: number }).toMatchObject({ status: 200 });
    test.clock.advance(PERIOD);
    expect([name, await mails()]).toEqual([name, []]);
  });

  it('have no content where the user or the organization does not allow it', async () => {
    await reader.client.expect('PATCH', 'settings', {
      message_content_in_email_notifications: false,
      realm_name_in_email_notifications_policy: 2,
    });
    await miss([await sendDirect(sender, [reader], 'a secret text')], 'direct_message');
    test.clock.advance(PERIOD);
    const [mail] = await mails();
    expect(header(mail!, 'Subject')).toBe('New messages [Sample Organization]');
    expect(header(mail!, 'Reply-To')).toBe('');
    expect(mail).not.toMatch(/secret|Sample Sender/);
    sink.empty();
    await reader.client.expect('PATCH', 'settings', {
      message_content_in_email_notifications: true,
    });
    await changeRealmSettings(test, realm, {
      message_content_allowed_in_email_notifications: false,
    });
    await miss([await sendDirect(sender, [reader], 'a secret text')], 'direct_message');
    test.clock.advance(PERIOD);
    expect((await mails())[0]).not.toMatch(/secret|Sample Sender/);
  });

  it('in a channel are explained by the messages before a mention', async () => {
    for (const text of ['before one', 'before two'])
      await sendToStream(sender, channel.id, 'topic', text);
    const id = await sendToStream(sender, channel.id, 'topic', `@**Sample Reader** look`);
    await miss([id]);
    test.clock.advance(PERIOD);
    const [mail] = await mails();
    expect(mail).toContain('> before one');
    expect(mail).toContain('> before two');
  });

  it('are not sent after the link in an email was used', async () => {
    await miss([await sendDirect(sender, [reader], 'one')], 'direct_message');
    test.clock.advance(PERIOD);
    const url = header((await mails())[0]!, 'List-Unsubscribe').slice(1, -1);
    const browser = new Browser(test.port, realm.host);
    await browser.submit(new URL(url).pathname, { 'List-Unsubscribe': 'One-Click' });
    await miss([await sendDirect(sender, [reader], 'two')], 'direct_message');
    test.clock.advance(PERIOD);
    expect(await mails()).toHaveLength(1);
  });
});

describe('a reply to an email', () => {
  async function addressFor(id: number, reason: MissedReason): Promise<string> {
    await miss([id], reason);
    test.clock.advance(PERIOD);
    const mail = (await mails()).at(-1)!;
    return /mm[a-z0-9]{32}@in\.example\.com/.exec(header(mail, 'Reply-To'))![0];
  }

  let replies = 0;

  async function reply(
    to: string,
    text = 'My answer\n\nOn Monday, X wrote:\n> quoted',
  ): Promise<string> {
    replies += 1;
    const raw = `From: anyone@example.org\r\nMessage-ID: <${replies}@x>\r\nSubject: Re: x\r\n\r\n${text}`;
    try {
      await transport.sendMail({ envelope: { from: 'anyone@example.org', to }, raw });
      return '250';
    } catch (error) {
      return (error as { response: string }).response;
    }
  }

  async function newestOf(narrow: unknown[]): Promise<Record<string, unknown>> {
    const { messages } = await sender.client.expect('GET', 'messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow,
      apply_markdown: false,
    });
    return (messages as Record<string, unknown>[])[0]!;
  }

  it('becomes a message of the user in the topic, as often as it is used for 30 days', async () => {
    const id = await sendToStream(sender, channel.id, 'topic', 'question');
    const to = await addressFor(id, 'mention');
    for (const text of ['first', 'second']) {
      expect(await reply(to.toUpperCase(), text)).toBe('250');
      expect(await newestOf([{ operator: 'channel', operand: channel.id }])).toMatchObject({
        subject: 'topic',
        content: text,
        sender_id: reader.userId,
      });
    }
    test.clock.advance(30 * 24 * 3600);
    expect(await reply(to)).toMatch(/^550 5\.1\.1/);
  });

  it('becomes a direct message to the same users, without the quoted text', async () => {
    const other = await createUser(test, realm);
    const id = await sendDirect(sender, [reader, other], 'question');
    expect(await reply(await addressFor(id, 'direct_message'))).toBe('250');
    const operand = [reader.userId, other.userId];
    expect(await newestOf([{ operator: 'dm', operand }])).toMatchObject({
      content: 'My answer',
      sender_id: reader.userId,
    });
  });

  it.each<[string, RegExp, (id: number) => Promise<unknown>]>([
    [
      'of a user who left',
      /^550 5\.1\.1/,
      () => realm.owner.client.delete(`users/${reader.userId}`),
    ],
    ['to a deleted message', /^550 5\.7\.1/, (id) => realm.owner.client.delete(`messages/${id}`)],
    [
      'in an archived channel',
      /^550 5\.7\.1/,
      () => realm.owner.client.delete(`streams/${channel.id}`),
    ],
  ])('%s is refused', async (_, answer, act) => {
    const id = await sendToStream(sender, channel.id, 'topic', 'question');
    const to = await addressFor(id, 'mention');
    expect((await act(id)) as { status: number }).toMatchObject({ status: 200 });
    expect(await reply(to)).toMatch(answer);
  });
});
