// The linter enforces the rules of the code base. Small files that each break one rule are written into a
// separate project; the linter must report each of them, and none of the correct files, with the
// configuration of the project.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('..', import.meta.url));

interface Violation {
  breaks: string;
  rule: string;
  file: string;
  code: string;
}

interface Diagnostic {
  code: string;
  filename: string;
}

const inFeature = 'src/modules/messages/reactions/';

const violations: Violation[] = [
  {
    breaks: 'imports a file of another module that its index does not list',
    rule: 'eslint(no-restricted-imports)',
    file: `${inFeature}takes-repository.service.ts`,
    code: "import { x } from '#modules/realms/realms/votes.repository.js';\nexport const y: unknown = x;\n",
  },
  {
    breaks: 'imports a private type of another module',
    rule: 'eslint(no-restricted-imports)',
    file: `${inFeature}takes-type.service.ts`,
    code: "import type { Vote } from '#modules/realms/realms/vote.entity.js';\nexport type X = readonly Vote[];\n",
  },
  {
    breaks: 'imports a module of the same tier',
    rule: 'parley(module-tiers)',
    file: `${inFeature}takes-neighbour.service.ts`,
    code: "import type { x } from '#modules/messages/typing'; \nexport type Y = typeof x;\n",
  },
  {
    breaks: 'imports a module of a higher tier',
    rule: 'parley(module-tiers)',
    file: 'src/modules/realms/emoji/climbs.view.ts',
    code: "export type { x } from '#modules/users/users';\n",
  },
  {
    breaks: 'imports a feature from the platform',
    rule: 'eslint(no-restricted-imports)',
    file: 'src/platform/knows-feature.ts',
    code: "import { x } from '#modules/realms/realms';\nexport const y: unknown = x;\n",
  },
  {
    breaks: 'climbs out of its folder',
    rule: 'eslint(no-restricted-imports)',
    file: `${inFeature}climbs.ts`,
    code: "import { x } from '../typing/votes.service.js';\nexport const y: unknown = x;\n",
  },
  {
    breaks: 'reaches a feature around the alias',
    rule: 'eslint(no-restricted-imports)',
    file: 'src/around.ts',
    code: "import { x } from './modules/realms/realms/votes.repository.js';\nexport const y: unknown = x;\n",
  },
  {
    breaks: 'names a property otherwise than its class',
    rule: 'parley(injected-name)',
    file: 'src/platform/injects.ts',
    code: "import type { Clock } from './clock.js';\nexport class Timer {\n  constructor(private readonly time: Clock) {}\n  now(): Date {\n    return this.time.now();\n  }\n}\n",
  },
  {
    breaks: 'uses forwardRef',
    rule: 'eslint(no-restricted-imports)',
    file: `${inFeature}forward.module.ts`,
    code: "import { forwardRef } from '@nestjs/common';\nexport const y: unknown = forwardRef(() => 1);\n",
  },
  {
    breaks: 'injects the request',
    rule: 'eslint(no-restricted-imports)',
    file: `${inFeature}request.service.ts`,
    code: "import { REQUEST } from '@nestjs/core';\nexport const y = REQUEST;\n",
  },
  {
    breaks: 'declares a relation',
    rule: 'eslint(no-restricted-imports)',
    file: `${inFeature}poll.entity.ts`,
    code: "import { ManyToOne } from 'typeorm';\nexport const y: unknown = ManyToOne;\n",
  },
  {
    breaks: 'queries in a controller',
    rule: 'eslint(no-restricted-imports)',
    file: `${inFeature}queries.controller.ts`,
    code: "import { x } from '#platform/database/database.js';\nexport const y: unknown = x;\n",
  },
  {
    breaks: 'uses a repository in a controller',
    rule: 'eslint(no-restricted-imports)',
    file: `${inFeature}repository.controller.ts`,
    code: "import { x } from './reactions.repository.js';\nexport const y: unknown = x;\n",
  },
  {
    breaks: 'builds SQL in a service',
    rule: 'eslint(no-restricted-imports)',
    file: `${inFeature}sql.service.ts`,
    code: "import { In } from 'typeorm';\nexport const y: unknown = In([1]);\n",
  },
  {
    breaks: 'knows HTTP in a service',
    rule: 'eslint(no-restricted-imports)',
    file: `${inFeature}http.service.ts`,
    code: "import type { Request } from 'express';\nexport type X = Request | null;\n",
  },
  {
    breaks: 'appends an event in a repository',
    rule: 'eslint(no-restricted-imports)',
    file: `${inFeature}events.repository.ts`,
    code: "import { x } from '#platform/event-log/event-log.js';\nexport const y: unknown = x;\n",
  },
  {
    breaks: 'queries in a view',
    rule: 'eslint(no-restricted-imports)',
    file: `${inFeature}queries.view.ts`,
    code: "import { x } from './polls.repository.js';\nexport const y: unknown = x;\n",
  },
  {
    breaks: 'imports in a circle',
    rule: 'import(no-cycle)',
    file: 'src/platform/circle-a.ts',
    code: "import { b } from '#platform/circle-b.js';\nexport const a: unknown = b;\n",
  },
  {
    breaks: 'imports the process module',
    rule: 'eslint(no-restricted-imports)',
    file: 'src/platform/process-module.ts',
    code: "import { env } from 'node:process';\nexport const y = env;\n",
  },
  {
    breaks: 'takes random bytes from Node',
    rule: 'eslint(no-restricted-imports)',
    file: 'src/platform/random-bytes.ts',
    code: "import { randomBytes } from 'node:crypto';\nexport const y = randomBytes(1);\n",
  },
  {
    breaks: 'reads the environment',
    rule: 'eslint(no-restricted-globals)',
    file: 'src/platform/environment.ts',
    code: 'export const y = process.env;\n',
  },
  {
    breaks: 'reads the environment through globalThis',
    rule: 'eslint(no-restricted-globals)',
    file: 'src/platform/global-this.ts',
    code: 'export const y = globalThis.process.env;\n',
  },
  {
    breaks: 'reads the clock',
    rule: 'eslint(no-restricted-globals)',
    file: 'src/platform/date-now.ts',
    code: 'export const y = Date.now();\n',
  },
  {
    breaks: 'makes a Date',
    rule: 'eslint(no-restricted-globals)',
    file: 'src/platform/new-date.ts',
    code: 'export const y = new Date();\n',
  },
  {
    breaks: 'uses Math.random',
    rule: 'eslint(no-restricted-properties)',
    file: 'src/platform/math-random.ts',
    code: 'export const y = Math.random();\n',
  },
  {
    breaks: 'uses the global crypto',
    rule: 'eslint(no-restricted-globals)',
    file: 'src/platform/global-crypto.ts',
    code: 'export const y = crypto.randomUUID();\n',
  },
  {
    breaks: 'logs to the console',
    rule: 'eslint(no-console)',
    file: 'src/platform/console.ts',
    code: "console.log('hello');\nexport const y = 1;\n",
  },
  {
    breaks: 'declares any',
    rule: 'typescript(no-explicit-any)',
    file: 'src/platform/any.ts',
    code: 'export function f(x: any): boolean {\n  return x === 1;\n}\n',
  },
  {
    breaks: 'declares any in a test',
    rule: 'typescript(no-explicit-any)',
    file: 'test/any.ts',
    code: 'export function f(x: any): boolean {\n  return x === 1;\n}\n',
  },
  {
    breaks: 'uses a value of type any',
    rule: 'typescript(no-unsafe-member-access)',
    file: 'src/platform/unsafe.ts',
    code: "export const y = String(JSON.parse('{}').name);\n",
  },
  {
    breaks: 'lets a promise float',
    rule: 'typescript(no-floating-promises)',
    file: 'src/platform/floating.ts',
    code: 'export function f(p: Promise<void>): void {\n  p.finally(() => undefined);\n}\n',
  },
  {
    breaks: 'passes an async function where the promise is ignored',
    rule: 'typescript(no-misused-promises)',
    file: 'src/platform/misused.ts',
    code: 'export function f(p: Promise<boolean>): number {\n  return p ? 1 : 2;\n}\n',
  },
  {
    breaks: 'forgets a member of a union',
    rule: 'typescript(switch-exhaustiveness-check)',
    file: 'src/platform/union.ts',
    code: "export function f(x: 'a' | 'b'): number {\n  switch (x) {\n    case 'a':\n      return 1;\n  }\n  return 2;\n}\n",
  },
  {
    breaks: 'imports a type as a value in a view',
    rule: 'typescript(consistent-type-imports)',
    file: `${inFeature}type.view.ts`,
    code: "import { VotesService } from '#modules/realms/realms';\nexport type X = VotesService | null;\n",
  },
  {
    breaks: 'has a function with seven parameters',
    rule: 'parley(max-parameters)',
    file: `${inFeature}seven.ts`,
    code: `export function seven(${'abcdefg'
      .split('')
      .map((name) => `${name}: number`)
      .join(', ')}): number[] {\n  return [a, b, c, d, e, f, g];\n}\n`,
  },
  {
    breaks: 'has a name with a word that the glossary replaces',
    rule: 'parley(plain-words)',
    file: 'src/platform/old-name.ts',
    code: `export const ${['hand', 'Out', 'Events'].join('')} = 1;\n`,
  },
  {
    breaks: 'has a comment with a word that the glossary replaces',
    rule: 'parley(plain-words)',
    file: 'src/platform/old-comment.ts',
    code: `/** ${['For', 'gery'].join('')} of senders. */\nexport const y = 1;\n`,
  },
  {
    breaks: 'is longer than 400 lines',
    rule: 'eslint(max-lines)',
    file: 'src/platform/long.ts',
    code: Array.from({ length: 401 }, (_, n) => `export const x${n} = ${n};\n`).join(''),
  },
  {
    breaks: 'runs one test alone',
    rule: 'jest(no-focused-tests)',
    file: 'test/focused.e2e-spec.ts',
    code: "import { expect, it } from '@jest/globals';\nit.only('adds', () => expect(1 + 1).toBe(2));\n",
  },
];

/** The other file of the cycle. */
const scenery: Record<string, string> = {
  'src/platform/circle-b.ts':
    "import { a } from '#platform/circle-a.js';\nexport const b: unknown = a;\n",
};

/** Files with allowed uses. */
const correct: Record<string, string> = {
  'src/platform/clock.ts':
    'export class Clock {\n  now(): Date {\n    return new Date();\n  }\n}\n',
  'src/platform/crypto.ts':
    "import { randomBytes } from 'node:crypto';\nexport const token = (): string => randomBytes(8).toString('hex');\n",
  'src/platform/wire-names.ts': "export const wire = { forged: 'role:nobody' };\n",
  'src/platform/database/database.ts': 'export const x: unknown = 1;\n',
  'src/platform/event-log/event-log.ts': 'export const x: unknown = 1;\n',
  'src/config/config.ts': 'export const port = process.env.PORT;\n',
  'src/main.ts': 'process.exitCode = 0;\n',
  'src/modules/realms/realms/votes.service.ts':
    'export const x: unknown = 1;\nexport class VotesService {\n  readonly votes = 1;\n}\n',
  'src/modules/realms/realms/votes.repository.ts': 'export const x: unknown = 1;\n',
  'src/modules/realms/realms/index.ts':
    "export { VotesService, x } from './votes.service.js';\nexport { VoteParameters } from './vote.parameters.js';\n",
  'src/modules/realms/realms/vote.parameters.ts':
    'export class VoteParameters {\n  option = 1;\n}\n',
  'src/modules/messages/reactions/polls.dto.ts':
    "import { VoteParameters } from '#modules/realms/realms';\nexport class PollParameters extends VoteParameters {}\n",
  'src/modules/messages/reactions/polls.repository.ts':
    "import { In } from 'typeorm';\nexport interface PollRow {\n  id: number;\n  closedAt: Date | null;\n}\nexport const x: unknown = In([1]);\n",
  'src/modules/messages/reactions/polls.view.ts':
    "import type { PollRow } from './polls.repository.js';\nexport const pollView = (row: PollRow): { id: number } => ({ id: row.id });\n",
  'src/modules/messages/reactions/polls.service.ts': `import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { VotesService } from '#modules/realms/realms';
import { pollView } from './polls.view.js';

@Injectable()
export class PollsService {
  constructor(
    private readonly clock: Clock,
    private readonly votesService: VotesService,
  ) {}

  closedAt(): Date {
    return this.clock.now();
  }

  show(): { id: number } {
    return pollView({ id: this.votesService.votes, closedAt: null });
  }
}
`,
  'test/polls.e2e-spec.ts':
    "import { expect, it } from '@jest/globals';\nit('knows the time', () => expect(Date.now()).toBeGreaterThan(0));\n",
};

describe('the linter', () => {
  let project: string;
  let found: Map<string, string[]>;

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'lint-rules-'));
    for (const name of ['oxlint.config.js', 'lint', 'tsconfig.json', 'package.json']) {
      await cp(join(repository, name), join(project, name), { recursive: true });
    }
    await symlink(join(repository, 'node_modules'), join(project, 'node_modules'));
    const broken = Object.fromEntries(violations.map(({ file, code }) => [file, code]));
    await Promise.all(
      Object.entries({ ...scenery, ...correct, ...broken }).map(async ([file, code]) => {
        await mkdir(dirname(join(project, file)), { recursive: true });
        await writeFile(join(project, file), code);
      }),
    );
    found = await lint(project);
  }, 30_000);

  afterAll(() => rm(project, { recursive: true, force: true }));

  it.each(violations)('refuses a file that $breaks', ({ file, rule }) => {
    expect(found.get(file)).toEqual([rule]);
  });

  it.each(Object.keys(correct))('accepts %s', (file) => {
    expect(found.get(file)).toBeUndefined();
  });
});

/** The rules that each file breaks, by the file's path in the project. */
async function lint(directory: string): Promise<Map<string, string[]>> {
  const command = join(repository, 'node_modules/.bin/oxlint');
  const args = ['--config', 'oxlint.config.js', '--type-aware', '--deny-warnings', '--format=json'];
  const stdout = await new Promise<string>((resolve) => {
    // The exit code is an error, as expected; the output has the findings.
    execFile(command, args, { cwd: directory, maxBuffer: 64 << 20 }, (_, output) =>
      resolve(output),
    );
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  const rules = new Map<string, string[]>();
  for (const { filename, code } of diagnostics) {
    const known = rules.get(filename) ?? [];
    if (!known.includes(code)) rules.set(filename, [...known, code]);
  }
  return rules;
}
