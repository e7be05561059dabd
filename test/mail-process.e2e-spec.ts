// The process that only receives mail: STARTTLS, mail that is repeated to another process, and an orderly end.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { ownTestApp } from './app.js';
import { until } from './event-queue.js';
import { createChannel, createRealm } from './factories.js';
import { HOST, SECRET_KEY } from './server-environment.js';
import { endProcesses, ServerProcess } from './server-process.js';

const app = await ownTestApp();
const directory = mkdtempSync(join(tmpdir(), 'parley-mail-'));
const certificate = join(directory, 'certificate.pem');
const key = join(directory, 'key.pem');

beforeAll(() => {
  const subject = ['-subj', '/CN=localhost', '-days', '2'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], {
    stdio: 'ignore',
  });
});

afterAll(async () => {
  await endProcesses();
  rmSync(directory, { recursive: true });
});

async function startProcess(): Promise<{ process: ServerProcess; port: number }> {
  const mail = new ServerProcess('mail', {
    DATABASE_URL: app.database.url,
    SECRET_KEY,
    EXTERNAL_URL: `http://${HOST}`,
    MAIL_IN_HOST: '127.0.0.1',
    MAIL_IN_PORT: '0',
    MAIL_IN_TLS_CERT_FILE: certificate,
    MAIL_IN_TLS_KEY_FILE: key,
  });
  await until(() => mail.stdout.includes('Mail is received') || !mail.isRunning);
  expect(mail.stderr).toBe('');
  const [, port] = /Mail is received on 127\.0\.0\.1:(\d+)/.exec(mail.stdout)!;
  return { process: mail, port: Number(port) };
}

async function send(port: number, to: string): Promise<void> {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    requireTLS: true,
    tls: { rejectUnauthorized: false },
  });
  const raw = 'From: a@example.org\r\nMessage-ID: <one@example.org>\r\nSubject: S\r\n\r\nHello';
  await transport.sendMail({ envelope: { from: 'a@example.org', to }, raw });
  transport.close();
}

test('mail is received with STARTTLS, once even if it is repeated after the process was killed', async () => {
  const realm = await createRealm(app);
  const { owner } = realm;
  const channel = await createChannel(owner, []);
  const { email } = await owner.client.expect('GET', `streams/${channel.id}/email_address`);
  const first = await startProcess();
  await send(first.port, email as string);
  first.process.kill('SIGKILL');
  const second = await startProcess();
  await send(second.port, email as string);
  const { messages } = await owner.client.expect('GET', 'messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: channel.id },
      { operator: 'topic', operand: 'S' },
    ],
  });
  expect(messages).toHaveLength(1);
  second.process.kill('SIGTERM');
  expect(await second.process.ended).toBe(0);
});
