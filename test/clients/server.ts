// A server for published clients: a process with embedded PostgreSQL, as `npm start` makes it, with an
// owner and a member.
import { expect } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '../server-process.js';

export const PASSWORD = 'a password for tests';

const OWNER_EMAIL = 'owner@example.com';

export interface Account {
  email: string;
  apiKey: string;
}

export class ClientServer {
  private constructor(
    readonly site: string,
    readonly owner: Account,
    private process: ServerProcess,
    private readonly dataDir: string,
  ) {}

  static async start(): Promise<ClientServer> {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-clients-'));
    const server = startProcess(dataDir);
    const site = `http://127.0.0.1:${await server.ready()}`;
    const owner = { email: OWNER_EMAIL, apiKey: await fetchApiKey(site, OWNER_EMAIL) };
    return new ClientServer(site, owner, server, dataDir);
  }

  /** Ends the process in order, and starts another one with its port and data. */
  async restart(): Promise<void> {
    await this.endProcess();
    this.process = startProcess(this.dataDir, new URL(this.site).port);
    await this.process.ready();
  }

  async createMember(email: string, fullName: string): Promise<Account & { id: number }> {
    const fields = { email, full_name: fullName, password: PASSWORD };
    const { user_id: id } = await call(this.site, 'users', fields, this.owner);
    return { id: id as number, email, apiKey: await fetchApiKey(this.site, email) };
  }

  async createBot(
    shortName: string,
    fullName: string,
    options: Record<string, string> = {},
  ): Promise<Account & { id: number }> {
    const fields = { short_name: shortName, full_name: fullName, ...options };
    const { user_id: id, api_key: apiKey } = await call(this.site, 'bots', fields, this.owner);
    const { user } = (await call(this.site, `users/${String(id)}`, undefined, this.owner)) as {
      user: { email: string };
    };
    return { id: id as number, email: user.email, apiKey: apiKey as string };
  }

  /** A configuration file of bots, as their owner downloads it, with the address of the test. */
  async botFile(name: string): Promise<string> {
    const response = await fetch(`${this.site}/api/v1/bots/${name}`, {
      headers: { Authorization: credentialsOf(this.owner) },
    });
    return (await response.text()).replaceAll(/^site=.*$/gm, `site=${this.site}`);
  }

  async stop(): Promise<void> {
    try {
      await this.endProcess();
    } finally {
      await rm(this.dataDir, { recursive: true, force: true });
    }
  }

  /** The process must have logged no errors and must exit in order. */
  private async endProcess(): Promise<void> {
    this.process.kill('SIGTERM');
    const code = await this.process.ended;
    const logged = this.process.stdout.split('\n').filter((line) => line.startsWith('{'));
    expect({ code, logged, stderr: this.process.stderr }).toEqual({
      code: 0,
      logged: [],
      stderr: '',
    });
  }
}

function startProcess(dataDir: string, port = '0'): ServerProcess {
  return new ServerProcess('all', {
    DATA_DIR: dataDir,
    PORT: port,
    OWNER_EMAIL,
    OWNER_PASSWORD: PASSWORD,
    LOG_LEVEL: 'error',
    OUTGOING_NETWORKS: '127.0.0.0/8',
  });
}

async function fetchApiKey(site: string, username: string): Promise<string> {
  const { api_key: key } = await call(site, 'fetch_api_key', { username, password: PASSWORD });
  return key as string;
}

function credentialsOf({ email, apiKey }: Account): string {
  return `Basic ${btoa(`${email}:${apiKey}`)}`;
}

async function call(
  site: string,
  path: string,
  fields?: Record<string, string>,
  account?: Account,
): Promise<Record<string, unknown>> {
  const credentials = account && credentialsOf(account);
  const response = await fetch(`${site}/api/v1/${path}`, {
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    headers: credentials ? { Authorization: credentials } : {},
  });
  const body = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body;
}
