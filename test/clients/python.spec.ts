// The published Python bindings and a published bot, unchanged, as their users run them. Whatever they
// print beyond their results is a warning, and a failure.
import { afterAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import zulip, { type ZulipClient } from 'zulip-js';
import { until } from '../event-queue.js';
import { installPython } from './python.js';
import { freePort } from '../server-process.js';
import { type Account, ClientServer } from './server.js';

/** Files for `--bot-config-file`. */
const CONFIGURATIONS: Record<string, string> = { followup: '[followup]\nstream=general\n' };

const FLOWS = fileURLToPath(new URL('python_bindings.py', import.meta.url));

const python = await installPython();
const server = python && (await ClientServer.start());
const member = await server?.createMember('member@example.com', 'Member');

afterAll(async () => {
  await server?.stop();
  await python?.remove();
});

const directory = python ? mkdtempSync(join(tmpdir(), 'parley-bots-')) : '';
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function file(name: string, content: string): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

class Program {
  stdout = '';
  stderr = '';
  readonly ended: Promise<unknown>;
  private readonly child: ChildProcess;

  constructor(name: string, parameters: string[], environment: Record<string, string>) {
    this.child = spawn(join(python!.programs, name), parameters, {
      // Warnings of Python itself are shown; the home directory has no configuration.
      env: {
        HOME: '/nonexistent',
        PYTHONUNBUFFERED: '1',
        PYTHONWARNINGS: 'default',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = once(this.child, 'close');
  }

  async interrupt(): Promise<void> {
    this.child.kill('SIGINT');
    await this.ended;
  }
}

interface Outcome {
  name: string;
  problem: string;
}

async function runFlows(site: string, one: Account, other: Account): Promise<Outcome[]> {
  const program = new Program('python', [FLOWS], {
    ZULIP_SITE: site,
    OWNER_EMAIL: one.email,
    OWNER_KEY: one.apiKey,
    MEMBER_EMAIL: other.email,
    MEMBER_KEY: other.apiKey,
  });
  await program.ended;
  const isOutcome = (line: string): boolean => line.startsWith('{"name": ');
  const lines = program.stdout.split('\n').filter((line) => line !== '');
  const printed = [...lines.filter((line) => !isOutcome(line)), program.stderr].join('\n');
  return [
    ...lines.filter(isOutcome).map((line) => JSON.parse(line) as Outcome),
    { name: 'They print no warnings', problem: printed },
  ];
}

const describeInstalled = python ? describe : describe.skip;
const outcomes = server
  ? await runFlows(server.site, server.owner, member!)
  : [{ name: 'All flows', problem: '' }];

describeInstalled('the Python bindings', () => {
  it.each(outcomes)('$name', ({ problem }) => {
    expect(problem).toBe('');
  });

  it('run their flows to the end', () => {
    expect(outcomes.length).toBeGreaterThan(25);
  });
});

describeInstalled('zulip-send', () => {
  it.each([
    [
      'a channel',
      ['--stream', 'general', '--subject', 'from a shell'],
      [['topic', 'from a shell']],
    ],
    ['a user', ['owner@example.com'], [['dm', 'member@example.com']]],
  ])('sends to %s', async (_where, recipient, narrow) => {
    const program = new Program('zulip-send', ['--message', 'From a shell', ...recipient], {
      ZULIP_SITE: server!.site,
      ZULIP_EMAIL: member!.email,
      ZULIP_API_KEY: member!.apiKey,
    });
    await program.ended;
    expect([program.stdout, program.stderr]).toEqual(['', '']);
    expect((await ownersMessages(narrow)).at(-1)).toMatchObject({
      content: 'From a shell',
      sender_email: member!.email,
    });
  });
});

describeInstalled('a Python bot', () => {
  it('answers direct messages and mentions, and reacts, also after a restart of the server', async () => {
    const { site } = server!;
    const bot = await server!.createBot('hello', 'Hello Bot');
    const client = await ownerClient();
    const asBot = await zulip({ realm: site, username: bot.email, apiKey: bot.apiKey });
    await asBot.users.me.subscriptions.add({ subscriptions: [{ name: 'general' }] });
    const program = new Program('zulip-run-bot', ['helloworld'], {
      ZULIP_SITE: site,
      ZULIP_EMAIL: bot.email,
      ZULIP_API_KEY: bot.apiKey,
    });
    const answered = async (narrow: string[][]): Promise<boolean> =>
      (await ownersMessages(narrow)).at(-1)?.['content'] === 'beep boop';
    const mention = async (topic: string): Promise<void> => {
      const content = '@**Hello Bot** hello';
      await client.messages.send({ type: 'stream', to: 'general', topic, content });
      await until(() => answered([['topic', topic]]));
    };
    try {
      await until(() => program.stdout.includes('starting message handling'));
      // Messages before the bot's queue do not reach it; it ends after 20 answers within 5 s.
      await until(async () => {
        await client.messages.send({ type: 'direct', to: [bot.email], content: 'Hello' });
        await new Promise((resolve) => setTimeout(resolve, 500));
        return answered([['dm', bot.email]]);
      });

      await mention('greetings');
      const reactions = async (): Promise<unknown> =>
        (await ownersMessages([['topic', 'greetings']])).at(0)?.['reactions'];
      await until(async () => JSON.stringify(await reactions()) !== '[]');
      expect(await reactions()).toMatchObject([{ emoji_name: 'wave' }]);

      await server!.restart();
      await mention('again');
    } finally {
      await program.interrupt();
    }
    expect(program.stderr).toBe('');
    expect(program.stdout).not.toMatch(/warning|error/i);
  });
});

// The example bots that need no other service.
describeInstalled('an example bot', () => {
  const programs = new Map<string, [Program, Account]>();
  async function start(name: string, config?: string): Promise<[Program, Account]> {
    const bot = await server!.createBot(name.replaceAll('_', '-'), `Example ${name}`);
    const program = new Program(
      'zulip-run-bot',
      [
        name,
        '--config-file',
        file(`${name}.zuliprc`, await server!.botFile(`${bot.id}/zuliprc`)),
        ...(config === undefined ? [] : ['--bot-config-file', file(`${name}.conf`, config)]),
      ],
      {},
    );
    await until(() => program.stdout.includes('starting message handling'));
    // Messages before the bot's queue do not reach it.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return [program, bot];
  }

  it.each([
    ['converter', '2 m cm', '2 m = 200.0 cm'],
    ['encrypt', 'Hello', 'Encrypted/Decrypted text: Uryyb'],
    ['file_uploader', FLOWS, '[python_bindings.py](/user_uploads/'],
    // The message of the first number is edited.
    ['incrementor', 'count', '1'],
    ['incrementor', 'count', '2'],
    ['virtual_fs', 'write notes a text', 'file written'],
    ['virtual_fs', 'read notes', 'a text'],
    ['incident', 'new printer', 'TICKET0001'],
    ['incident', 'answer TICKET0001 2', 'status = ignore'],
    ['followup', 'call back', 'from owner@example.com: call back'],
  ])('%s answers "%s" with "%s"', async (name, content, expected) => {
    const running = programs.get(name) ?? (await start(name, CONFIGURATIONS[name]));
    programs.set(name, running);
    const [, bot] = running;
    const client = await ownerClient();
    await client.messages.send({ type: 'direct', to: [bot.email], content });
    const narrow = name === 'followup' ? [['topic', 'owner@example.com']] : [['dm', bot.email]];
    const replies = async (): Promise<string[]> =>
      (await ownersMessages(narrow))
        .filter((message) => message['sender_email'] === bot.email)
        .map((message) => String(message['content']));
    await until(async () => (await replies()).some((reply) => reply.includes(expected)));
    expect((await replies()).at(-1)).toContain(expected);
  });

  it('prints no warnings', async () => {
    for (const [name, [program]] of programs) {
      await program.interrupt();
      expect([name, program.stderr]).toEqual([name, '']);
      expect([name, program.stdout]).toEqual([name, expect.not.stringMatching(/warning|error/i)]);
    }
    expect(programs.size).toBe(7);
  });
});

describeInstalled('zulip-botserver', () => {
  it('answers outgoing webhooks, with the configuration file of the server', async () => {
    const port = String(await freePort());
    const bot = await server!.createBot('helloworld', 'Served Bot', {
      bot_type: '3',
      payload_url: `http://127.0.0.1:${port}`,
    });
    const config = file('botserverrc', await server!.botFile('botserverrc'));
    const program = new Program(
      'zulip-botserver',
      ['--config-file', config, '--hostname', '127.0.0.1', '--port', port],
      {},
    );
    try {
      await until(() => program.stderr.includes('Running on'));
      const client = await ownerClient();
      const content = '@**Served Bot** hello';
      await client.messages.send({ type: 'stream', to: 'general', topic: 'served', content });
      const replies = async (): Promise<unknown[]> =>
        (await ownersMessages([['topic', 'served']])).slice(1);
      await until(async () => (await replies()).length > 0);
      expect(await replies()).toMatchObject([{ sender_email: bot.email, content: 'beep boop' }]);
    } finally {
      await program.interrupt();
    }
  });
});

function ownerClient(): Promise<ZulipClient> {
  const { site, owner } = server!;
  return zulip({ realm: site, username: owner.email, apiKey: owner.apiKey });
}

async function ownersMessages(narrow: string[][]): Promise<Record<string, unknown>[]> {
  const window = { anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false };
  const { messages } = await (await ownerClient()).messages.retrieve({ ...window, narrow });
  return messages as Record<string, unknown>[];
}
