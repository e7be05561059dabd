// Mail to the addresses of channels: what becomes of it, and what is refused with which reply.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { IncomingMailServer } from '#modules/notifications/incoming-mail/incoming-mail-server.js';
import { ownTestApp } from './app.js';
import {
  createBot,
  createChannel,
  createRealm,
  createUser,
  type TestRealm,
  type TestUser,
} from './factories.js';

const test = await ownTestApp({
  MAIL_IN_PORT: '0',
  MAIL_IN_HOST: '127.0.0.1',
  MAIL_IN_DOMAIN: 'Mail.Example.com',
  MAIL_IN_MAX_SIZE_MIB: '2',
  MAIL_FROM: 'Parley <parley@example.com>',
  LOG_LEVEL: 'silent',
});
const port = await test.app.get(IncomingMailServer).listen();
const transport = createTransport({
  host: '127.0.0.1',
  port,
  secure: false,
  ignoreTLS: true,
  logger: false,
});
afterAll(() => transport.close());

let realm: TestRealm;
let owner: TestUser;
let channel: { id: number; name: string };
let address: string;

beforeAll(async () => {
  realm = await createRealm(test);
  owner = realm.owner;
  channel = await createChannel(owner, []);
  address = await addressOf(owner, channel.id);
});

async function addressOf(user: TestUser, id: number, senderId?: number): Promise<string> {
  const body = await user.client.expect('GET', `streams/${id}/email_address`, {
    ...(senderId !== undefined && { sender_id: senderId }),
  });
  return body['email'] as string;
}

/** The address with options, each with its separator. */
function withOptions(options: string, to = address): string {
  const [localPart, domain] = to.split('@');
  return `${localPart}${options}@${domain}`;
}

interface Mail {
  to?: string;
  from?: string;
  sender?: string;
  headers?: string[];
  body?: string;
}

let mails = 0;

/** Returns undefined for accepted mail, otherwise the reply of the server. */
async function send({
  to = address,
  from = 'Sample Person <person@example.org>',
  sender = 'person@example.org',
  headers = ['Subject: Sample subject'],
  body = 'Hello',
}: Mail): Promise<string | undefined> {
  mails += 1;
  const head = [`From: ${from}`, `To: ${to}`, `Message-ID: <${mails}@example.org>`, ...headers];
  const raw = `${head.join('\r\n')}\r\n\r\n${body}`;
  try {
    await transport.sendMail({ envelope: { from: sender, to }, raw });
    return undefined;
  } catch (error) {
    return (error as { response?: string }).response;
  }
}

interface Received {
  subject: string;
  content: string;
  sender_full_name: string;
}

/** The messages of the channel, oldest first. */
async function messages(id = channel.id): Promise<Received[]> {
  const body = await owner.client.expect('GET', 'messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: id }],
    apply_markdown: false,
  });
  return body['messages'] as Received[];
}

async function newest(): Promise<Received> {
  return (await messages()).at(-1)!;
}

function multipart(parts: string[], boundary = 'sample'): Pick<Mail, 'headers' | 'body'> {
  return {
    headers: ['Subject: Parts', `Content-Type: multipart/mixed; boundary=${boundary}`],
    body: `${parts.map((part) => `--${boundary}\r\n${part}`).join('\r\n')}\r\n--${boundary}--\r\n`,
  };
}

const QUOTED = 'My answer\n\nOn Monday, Sample Person wrote:\n> the question\n';

describe('mail to the address of a channel', () => {
  it('becomes a message of the email gateway in the topic of the subject', async () => {
    expect(address).toMatch(/^channel-[0-9a-f-]+\.[a-z0-9]{32}@mail\.example\.com$/);
    expect(
      await send({ headers: ['Subject: Re: [Fwd: A =?utf-8?Q?gr=C3=BC=C3=9Fe?=]'] }),
    ).toBeUndefined();
    expect(await newest()).toMatchObject({
      subject: 'A grüße',
      content: 'Hello',
      sender_full_name: 'Email Gateway',
    });
  });

  it('can have the separators and the case that mail servers change', async () => {
    const changed = address.replace('.', '+').toUpperCase();
    expect(await send({ to: changed, body: 'Shouted' })).toBeUndefined();
    expect(await newest()).toMatchObject({ content: 'Shouted' });
    const token = /([a-z0-9]{32})@/.exec(address)![1];
    expect(await send({ to: `${token}@mail.example.com`, body: 'Bare' })).toBeUndefined();
    expect(await newest()).toMatchObject({ content: 'Bare' });
  });

  it('is a message of the bot or user that the address names', async () => {
    const bot = await createBot(realm, owner);
    const ofBot = await addressOf(owner, channel.id, bot.userId);
    await send({ to: ofBot, body: 'From a bot' });
    expect(await newest()).toMatchObject({ content: 'From a bot', sender_full_name: 'Sample Bot' });
    const own = await addressOf(owner, channel.id, owner.userId);
    await send({ to: own, body: 'From a user' });
    expect(await newest()).toMatchObject({ sender_full_name: 'Sample Owner' });
  });

  it.each([
    ['', QUOTED, 'My answer'],
    ['+include-quotes', QUOTED, 'My answer\n\nOn Monday, Sample Person wrote:\n> the question'],
    ['', 'Text\n-- \nA signature', 'Text'],
    ['.include-footer', 'Text\n-- \nA signature', 'Text\n-- \nA signature'],
    ['+show-sender', 'Text', 'From: "Sample Person" <person@example.org>\nText'],
    [
      '.show-sender+include-footer',
      'T\n--\nS',
      'From: "Sample Person" <person@example.org>\nT\n--\nS',
    ],
    ['', '', '(No email body)'],
    ['', '> only\n> quotes', '> only\n> quotes'],
    ['', 'Bottom\n-----Original Message-----\nFrom: x', 'Bottom'],
    ['', 'Oben\nVon: Person\nGesendet: heute\nText', 'Oben'],
    ['', 'From: everyone\nthanks for coming', 'From: everyone\nthanks for coming'],
    ['', 'a\r\n\0b', 'a\nb'],
  ])('with the options "%s" and the text %j has the content %j', async (options, body, content) => {
    expect(await send({ to: withOptions(options), body })).toBeUndefined();
    expect(await newest()).toMatchObject({ content });
  });

  it('that is forwarded contains the quoted text', async () => {
    await send({ headers: ['Subject: Fwd: Look'], body: QUOTED });
    expect(await newest()).toMatchObject({ subject: 'Look', content: QUOTED.trim() });
  });

  it('has a topic without a subject, and a cut one for a long subject', async () => {
    await send({ headers: [] });
    expect(await newest()).toMatchObject({ subject: 'Email with no subject' });
    await send({ headers: [`Subject: ${'long '.repeat(30)}`] });
    const { subject } = await newest();
    expect([...subject]).toHaveLength(60);
    expect(subject).toMatch(/…$/);
  });

  it('is converted from HTML if there is no text, or if the address asks for it', async () => {
    const html = '<p>One <b>bold</b> <a href="https://example.com/">link</a></p><script>x</script>';
    await send({ headers: ['Subject: H', 'Content-Type: text/html'], body: html });
    const content = 'One **bold** [link](https://example.com/)';
    expect(await newest()).toMatchObject({ content });
    const both = {
      headers: ['Subject: H', 'Content-Type: multipart/alternative; boundary=sample'],
      body: multipart([
        'Content-Type: text/plain\r\n\r\nPlain',
        `Content-Type: text/html\r\n\r\n${html}`,
      ]).body,
    };
    await send(both);
    expect(await newest()).toMatchObject({ content: 'Plain' });
    await send({ ...both, to: withOptions('+prefer-html') });
    expect(await newest()).toMatchObject({ content });
  });

  it('becomes a message with links to its attachments, which readers of the channel can open', async () => {
    const file = Buffer.from('the content').toString('base64');
    await send(
      multipart([
        'Content-Type: text/plain\r\n\r\nSee the file',
        `Content-Type: text/plain; name="a [b].txt"\r\nContent-Disposition: attachment; filename="a [b].txt"\r\nContent-Transfer-Encoding: base64\r\n\r\n${file}`,
      ]),
    );
    const { content } = await newest();
    expect(content).toMatch(/^See the file\n\[a b\.txt\]\(\/user_uploads\/\S+\)$/);
    const [, path] = /\(\/(user_uploads\/[^)]+)\)/.exec(content)!;
    const { status } = await owner.client.get(path!);
    expect(status).toBe(200);
  });

  it('that is too long is cut, but its links are not', async () => {
    await send({
      ...multipart([
        `Content-Type: text/plain\r\n\r\n${'word '.repeat(4000)}`,
        'Content-Type: text/plain\r\nContent-Disposition: attachment; filename=x.txt\r\n\r\nx',
      ]),
    });
    const { content } = await newest();
    expect([...content].length).toBeLessThanOrEqual(10_000);
    expect(content).toMatch(/\n\[message truncated\]\n\[x\.txt\]\(\S+\)$/);
  });

  it('that arrives again is sent once', async () => {
    const raw = `From: a@example.org\r\nMessage-ID: <again@example.org>\r\nSubject: S\r\n\r\nOnce`;
    const before = (await messages()).length;
    const mail = { envelope: { from: 'a@example.org', to: address }, raw };
    await Promise.all([transport.sendMail(mail), transport.sendMail(mail)]);
    await transport.sendMail(mail);
    expect(await messages()).toHaveLength(before + 1);
  });
});

describe('mail is refused', () => {
  const bounce = { sender: '', from: 'MAILER-DAEMON@example.org' };

  it.each<[string, RegExp, () => Mail]>([
    ['for an unknown token', /^550 5\.1\.1/, () => ({ to: `${'a'.repeat(32)}@mail.example.com` })],
    ['for an address without a token', /^550 5\.1\.1/, () => ({ to: 'someone@mail.example.com' })],
    ['for another domain', /^550 5\.1\.1/, () => ({ to: address.replace('mail.', 'other.') })],
    ['for a very long address', /^501 /, () => ({ to: `${'a.'.repeat(400)}${address}` })],
    ['if it reports an error', /^550 5\.7\.1/, () => bounce],
    [
      'if it is an automatic answer',
      /^550 5\.7\.1/,
      () => ({ headers: ['Auto-Submitted: auto-replied (vacation)'] }),
    ],
    ['if Parley sent it', /^554 5\.4\.6/, () => ({ from: 'X <PARLEY@example.com>' })],
    [
      'if it passed too many servers',
      /^554 5\.4\.6/,
      () => ({ headers: Array.from({ length: 101 }, () => 'Received: from a by b') }),
    ],
    ['if it is too large', /^552 5\.3\.4/, () => ({ body: 'x\r\n'.repeat(1_000_000) })],
  ])('%s', async (_, reply, mail) => {
    const before = (await messages()).length;
    expect(await send(mail())).toMatch(reply);
    expect(await messages()).toHaveLength(before);
  });

  it('for the second recipient, which the sending server repeats', async () => {
    const info = await transport.sendMail({
      envelope: { from: 'a@example.org', to: [address, withOptions('+show-sender')] },
      raw: 'From: a@example.org\r\nSubject: Two\r\n\r\nBoth',
    });
    expect(info.accepted).toHaveLength(1);
    expect(info.rejectedErrors?.[0]?.response).toMatch(/^452 4\.5\.3/);
  });

  it('where the creator of the address may not post, or has left', async () => {
    const member = await createUser(test, realm);
    const open = await createChannel(owner, [member]);
    const ofMember = await addressOf(member, open.id);
    expect(await send({ to: ofMember })).toBeUndefined();
    await owner.client.expect('PATCH', `streams/${open.id}`, {
      can_send_message_group: { new: { direct_members: [owner.userId], direct_subgroups: [] } },
    });
    expect(await send({ to: ofMember })).toMatch(/^550 5\.7\.1 You may not post/);
    await owner.client.expect('DELETE', `users/${member.userId}`);
    expect(await send({ to: ofMember })).toMatch(/^550 5\.1\.1/);
    const sent = (await messages(open.id)).filter(
      (one) => one.sender_full_name === 'Email Gateway',
    );
    expect(sent).toHaveLength(1);
  });

  it('in an archived channel', async () => {
    const closed = await createChannel(owner, []);
    const to = await addressOf(owner, closed.id);
    await owner.client.expect('DELETE', `streams/${closed.id}`);
    expect(await send({ to })).toMatch(/^550 5\.7\.1 .*archived/);
  });
});

describe('hostile mail', () => {
  const nested = (depth: number): Pick<Mail, 'headers' | 'body'> => {
    let part = 'Content-Type: text/plain\r\n\r\ndeep';
    for (let level = 0; level < depth; level++) {
      const { headers, body } = multipart([part], `b${level}`);
      part = `${headers![1]}\r\n\r\n${body}`;
    }
    return multipart([part], 'outer');
  };

  it.each<[string, () => Mail]>([
    ['nested parts', () => nested(300)],
    ['many parts', () => multipart(Array.from({ length: 20_000 }, () => 'X: y\r\n\r\nz'))],
    ['deep HTML', () => ({ headers: ['Content-Type: text/html'], body: '<div>'.repeat(20_000) })],
    [
      'many open tags',
      () => ({ headers: ['Content-Type: text/html'], body: '<b><i>'.repeat(15_000) }),
    ],
    ['an unknown character set', () => ({ headers: ['Content-Type: text/plain; charset=x-none'] })],
    [
      'bytes that are not text',
      () => ({
        headers: ['Content-Type: text/plain; charset=utf-8'],
        body: '\u{FFFF}\u0001\ud800',
      }),
    ],
    ['a long line of quotes', () => ({ body: '>'.repeat(500_000) })],
    ['many introductions', () => ({ body: 'On on on wrote\n'.repeat(50_000) })],
    ['a long subject', () => ({ headers: [`Subject: ${'Re: '.repeat(20_000)}x`] })],
    [
      'a header with line breaks',
      () => ({ headers: ['Subject: =?utf-8?Q?a=0D=0ABcc:_x@example.org?='] }),
    ],
  ])(
    'with %s becomes a message or is refused permanently, and the server continues',
    async (_, mail) => {
      const reply = await send(mail());
      expect(reply ?? '554 5.6.0').toMatch(/^55\d 5\./);
      expect(await send({ body: 'Alive' })).toBeUndefined();
      expect(await newest()).toMatchObject({ content: 'Alive' });
    },
  );
});
