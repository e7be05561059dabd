import { afterAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MailSink } from './mail-sink.js';
import { endProcesses, ServerProcess } from './server-process.js';

const OWNER = { OWNER_EMAIL: 'owner@example.com', OWNER_PASSWORD: 'a good password' };

afterAll(endProcesses);

/** Appends the emails to each address to a file of its name, as they arrive. */
function saveEmails(sink: MailSink, directory: string): NodeJS.Timeout {
  return setInterval(() => {
    for (const address of new Set(sink.received.flatMap(({ to }) => to))) {
      writeFileSync(join(directory, address), sink.to(address).join('\n'));
    }
  }, 100);
}

it('is created by the script of the documentation', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-organization-'));
  const sink = await MailSink.start();
  const keeping = saveEmails(sink, directory);
  const server = new ServerProcess('all', {
    ...OWNER,
    DATA_DIR: join(directory, 'data'),
    SMTP_URL: sink.url,
  });
  try {
    const PARLEY_URL = `http://127.0.0.1:${await server.ready()}`;
    const { stdout } = await promisify(execFile)('bash', ['docs/new-organization.sh'], {
      env: { PATH: process.env['PATH'], ...OWNER, PARLEY_URL, MAIL_DIR: directory },
    });
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('Done.');
  } finally {
    server.kill('SIGTERM');
    await server.ended;
    clearInterval(keeping);
    await sink.stop();
    await rm(directory, { recursive: true, force: true });
  }
}, 180_000);
