import { afterAll, describe, expect, it } from '@jest/globals';
import { Database } from '#platform/database/database.js';
import type { Email } from '#platform/mail/email.js';
import { MailOutbox } from '#platform/mail/mail-outbox.js';
import { ownTestApp, sharedTestApp } from './app.js';
import { MailSink } from './mail-sink.js';
import { runJobs } from './run-jobs.js';

const EMAIL = {
  template: 'password-reset',
  variables: {
    organization: 'Grüße',
    organizationUrl: 'https://chat.example.com',
    actionUrl: 'https://chat.example.com/look',
  },
};
const sink = await MailSink.start();
const test = await ownTestApp({
  SMTP_URL: sink.url,
  MAIL_FROM: 'Parley <parley@example.com>',
  LOG_LEVEL: 'silent',
});
afterAll(() => sink.stop());

function put(recipient: string): Promise<void> {
  return test.app.get(Database).transaction(() => test.app.get(MailOutbox).put(recipient, EMAIL));
}

async function waiting(): Promise<number> {
  const rows = await test.app.get(Database).query('SELECT 1 FROM mails');
  return rows.length;
}

describe('an email in the outbox', () => {
  it('is sent to the mail server as plain text and HTML, once', async () => {
    await put('reader@example.com');
    expect(sink.received).toEqual([]);
    await runJobs(test.app);
    await runJobs(test.app);
    const [mail, ...more] = sink.received;
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ from: 'parley@example.com', to: ['reader@example.com'] });
    for (const part of ['multipart/alternative', 'text/plain', 'text/html', 'auto-generated']) {
      expect(mail!.source).toContain(part);
    }
    expect(await waiting()).toBe(0);
  });

  it('comes from the organization, identifies itself as automatic mail of a list, and says how to unsubscribe', async () => {
    const unsubscribeUrl = `https://chat.example.com/accounts/unsubscribe/login/${'x'.repeat(60)}`;
    const email: Email = {
      template: 'password-reset',
      variables: { ...EMAIL.variables, unsubscribeUrl },
      replyTo: 'replies@example.com',
    };
    await test.app.get(Database).transaction(async () => {
      await test.app.get(MailOutbox).put('listed@example.com', email);
    });
    await runJobs(test.app);
    const [source] = sink.to('listed@example.com');
    const headers = source!.split('\r\n\r\n')[0]!.replaceAll('\r\n ', ' ');
    expect(headers).toContain('From: Parley <parley@example.com>');
    expect(headers).toMatch(/Reply-To: .*<replies@example\.com>/);
    expect(headers).toMatch(/List-ID: .*<chat\.example\.com>/i);
    expect(headers).toContain('X-Auto-Response-Suppress: All');
    expect(headers).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`);
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(headers).toMatch(/Message-ID: <mail-\d+\.\d+@chat\.example\.com>/);
  });

  it('is not sent when the transaction does not commit', async () => {
    const before = sink.received.length;
    const failing = test.app.get(Database).transaction(async () => {
      await test.app.get(MailOutbox).put('nobody@example.com', EMAIL);
      throw new Error('Something else went wrong');
    });
    await expect(failing).rejects.toThrow('Something else');
    await runJobs(test.app);
    expect(sink.received).toHaveLength(before);
  });

  it('is retried while the server cannot accept it', async () => {
    sink.refused.set('later@example.com', 451);
    await put('later@example.com');
    await expect(runJobs(test.app)).rejects.toThrow('failed permanently');
    sink.refused.clear();
    test.clock.advance(11 * 60);
    await test.app.get(MailOutbox).findUnsent();
    await runJobs(test.app);
    expect(sink.to('later@example.com')).toHaveLength(1);
  });

  it('is dropped when the server refuses it permanently', async () => {
    sink.refused.set('gone@example.com', 550);
    await put('gone@example.com');
    await expect(runJobs(test.app)).rejects.toThrow('failed permanently');
    expect(await waiting()).toBe(0);
  });
});

describe('without a mail server', () => {
  it('adding an email fails', async () => {
    const other = await sharedTestApp();
    const outbox = other.app.get(MailOutbox);
    expect(outbox.isOpen).toBe(false);
    const putting = other.app.get(Database).transaction(() => outbox.put('a@example.com', EMAIL));
    await expect(putting).rejects.toThrow('No mail server');
  });
});
