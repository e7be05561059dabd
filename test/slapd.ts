// A real LDAP server on the loopback interface, with a few users and groups. Requires slapd
// (Debian: apt-get install slapd).
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'ldapts';
import { freePort } from './server-process.js';

export const BASE = 'dc=example,dc=com';
export const READER = { dn: `cn=reader,${BASE}`, password: 'the password of the reader' };
export const DIRECTORY_PASSWORD = 'a password of the directory';

const ROOT = { dn: `cn=root,${BASE}`, password: 'the password of the root' };
const MODULES = ['/usr/lib/ldap', '/usr/lib/openldap', '/usr/libexec/openldap'];
const SCHEMAS = ['/etc/ldap/schema', '/etc/openldap/schema'];
const TRIES = 100;

const PROGRAM = findProgram();

/** Whether slapd is installed. */
export function hasSlapd(): boolean {
  return PROGRAM !== undefined;
}

export class Slapd {
  private constructor(
    readonly url: string,
    private readonly directory: string,
    private readonly process: ChildProcess,
  ) {}

  static async start(): Promise<Slapd> {
    const directory = mkdtempSync(join(tmpdir(), 'parley-slapd-'));
    mkdirSync(join(directory, 'data'));
    const configuration = join(directory, 'slapd.conf');
    writeFileSync(configuration, configurationText(directory));
    const url = `ldap://127.0.0.1:${await freePort()}`;
    const child = spawn(PROGRAM!, ['-f', configuration, '-h', url, '-d', '0'], { stdio: 'ignore' });
    const slapd = new Slapd(url, directory, child);
    try {
      await slapd.fill();
    } catch (error) {
      await slapd.stop();
      throw error;
    }
    return slapd;
  }

  /** A person whose uid is `name`. */
  async addPerson(name: string, attributes: Record<string, string>): Promise<string> {
    const dn = `uid=${name},ou=people,${BASE}`;
    await this.asRoot((client) =>
      client.add(dn, {
        objectClass: ['inetOrgPerson'],
        uid: name,
        sn: 'Sample',
        userPassword: DIRECTORY_PASSWORD,
        ...attributes,
      }),
    );
    return dn;
  }

  async addGroup(name: string, members: string[]): Promise<void> {
    await this.asRoot((client) =>
      client.add(`cn=${name},ou=groups,${BASE}`, {
        objectClass: ['groupOfNames'],
        cn: name,
        member: members,
      }),
    );
  }

  async asRoot(act: (client: Client) => Promise<void>): Promise<void> {
    const client = new Client({ url: this.url, timeout: 5_000, connectTimeout: 1_000 });
    try {
      await client.bind(ROOT.dn, ROOT.password);
      await act(client);
    } finally {
      await client.unbind();
    }
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const ended = new Promise((resolve) => this.process.once('exit', resolve));
      this.process.kill();
      await ended;
    }
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async fill(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.asRoot(async () => undefined);
        break;
      } catch (error) {
        if (tries === TRIES || this.process.exitCode !== null) throw error;
        await delay(50);
      }
    }
    await this.asRoot(async (client) => {
      await client.add(BASE, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'X' });
      for (const ou of ['people', 'groups']) {
        await client.add(`ou=${ou},${BASE}`, { objectClass: ['organizationalUnit'], ou });
      }
      await client.add(READER.dn, {
        objectClass: ['organizationalRole', 'simpleSecurityObject'],
        cn: 'reader',
        userPassword: READER.password,
      });
    });
  }
}

function findProgram(): string | undefined {
  const places = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  return [...places.map((place) => join(place, 'slapd')), '/usr/libexec/slapd'].find((path) =>
    existsSync(path),
  );
}

function firstOf(paths: string[]): string {
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`There is none of ${paths.join(', ')}`);
  return found;
}

function configurationText(directory: string): string {
  const schemas = firstOf(SCHEMAS);
  return `${['core', 'cosine', 'inetorgperson'].map((name) => `include ${schemas}/${name}.schema`).join('\n')}
modulepath ${firstOf(MODULES)}
moduleload back_mdb
pidfile ${directory}/pid
database mdb
suffix "${BASE}"
rootdn "${ROOT.dn}"
rootpw "${ROOT.password}"
directory ${directory}/data
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${READER.dn}" read by * none
`;
}
