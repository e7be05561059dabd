// An application with only the HTTP layer: sample routes, a fake authentication, no database. Its tests
// cover the behavior of all routes.
import { expect } from '@jest/globals';
import {
  Controller,
  type DynamicModule,
  Get,
  Global,
  Injectable,
  Module,
  Res,
} from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { Response } from 'express';
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { Registry } from 'prom-client';
import { Config } from '#config/config.js';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import {
  AllowIncomingWebhookBots,
  Public,
  RequireRole,
  Unlimited,
} from '#platform/http/access.decorators.js';
import {
  type Actor,
  CurrentActor,
  CurrentClient,
  CurrentRealm,
  type RealmIdentity,
  Role,
} from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { Authentication } from '#platform/http/authentication.js';
import { OwnBody } from '#platform/http/body.js';
import { sendBody, successBody } from '#platform/http/envelope.js';
import { AcceptFiles, Files, type UploadedFile } from '#platform/http/files.js';
import { HttpModule } from '#platform/http/http.module.js';
import { IntegerList, JsonValue, Text } from '#platform/http/parameters/decorators.js';
import { Input, PathId, PathText } from '#platform/http/parameters/input.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { contextOf } from '#platform/http/request-context.js';
import { Delete, Patch, Post } from '#platform/http/write-routes.js';
import { createLogger, loggingModule } from '#platform/logging.js';
import { createTestingApplication } from './testing-application.js';

export const KEY = 'abcdefghijklmnopqrstuvwxyz012345';

export class NoteDto {
  @Text({ maxLength: 20, aliases: ['body'] }) text!: string;
  @IntegerList({ default: [] }) readers!: number[];
  @JsonValue({ optional: true }) extra?: unknown;
}

class LoginDto {
  @Text() username!: string;
}

@Controller('notes')
class NotesController {
  @Get()
  list(@CurrentActor() actor: Actor): object {
    return { actor };
  }

  @Post()
  create(@Input() input: NoteDto): object {
    return { input };
  }

  @Get('mine')
  mine(): void {}

  @Get(':note_id')
  one(@PathId('note_id') id: number): object {
    return { id };
  }

  @Patch(':note_id')
  change(@PathId('note_id') id: number, @Input() input: NoteDto): object {
    return { id, input };
  }

  @Delete(':note_id')
  @RequireRole(Role.Administrator)
  remove(): void {}
}

@Controller()
class SampleController {
  constructor(private readonly rateLimiter: RateLimiter) {}

  @Get('open')
  @Public()
  open(@CurrentRealm() realm: RealmIdentity, @CurrentClient() client: string): object {
    return { realm, client };
  }

  @Get('settings')
  @Public()
  settings(@CurrentRealm({ optional: true }) realm: RealmIdentity | undefined): object {
    return { found: realm !== undefined };
  }

  @Get('people/:email')
  person(@PathText('email') email: string): object {
    return { email };
  }

  @Post('hook')
  @AllowIncomingWebhookBots()
  hook(): void {}

  @Get('fail/:how')
  fail(@PathText('how') how: string): object {
    if (how === 'data') throw Object.assign(new Error('out of range'), { code: '22003' });
    if (how === 'value') throw ApiError.invalidValue('days', 'x');
    if (how === 'secret') {
      throw Object.assign(new Error('secret failure'), { password: 'hunter2', api_key: KEY });
    }
    throw new Error('a broken service');
  }

  @Get('wait')
  wait(@Res() response: Response): void {
    const ignored = contextOf(response.req).ignoredParameters();
    setTimeout(() => void sendBody(response, 200, successBody({ events: [] }, ignored)), 30);
  }

  @Get('large')
  large(): object {
    return { text: 'a'.repeat(20_000_000) };
  }

  @Post('files')
  @AcceptFiles({ maxFiles: 2, maxBytes: 3_000_000 })
  files(@Files() files: UploadedFile[], @Input() input: NoteDto): object {
    return { text: input.text, files: files.map(({ originalname, size }) => [originalname, size]) };
  }

  @Post('raw')
  @OwnBody()
  async raw(@Res({ passthrough: false }) response: Response): Promise<void> {
    let size = 0;
    for await (const chunk of response.req) size += (chunk as Buffer).length;
    await sendBody(response, 200, successBody({ size }, []));
  }

  @Post('login')
  @Public()
  async login(@Input() input: LoginDto): Promise<void> {
    await this.rateLimiter.consume('password', input.username);
  }

  @Get('picture')
  @Public()
  @Unlimited()
  picture(): void {}
}

const people: Record<string, Partial<Actor>> = {
  'member@example.com': { userId: 1 },
  'admin@example.com': { userId: 2, role: Role.Administrator },
  'hook-bot@example.com': { userId: 3, isBot: true, botType: 2 },
  'busy@example.com': { userId: 4 },
};

@Injectable()
class SampleAuthentication extends Authentication {
  override async findRealm(host: string): Promise<RealmIdentity | undefined> {
    if (host === 'nowhere.localhost') return undefined;
    return { id: 1, stringId: host === 'zoo.localhost' ? 'zoo' : '', deactivated: false };
  }

  override async position(): Promise<number> {
    return 0;
  }

  override async catchUp(): Promise<void> {}

  override holdRights<T>(_realmId: number, work: () => Promise<T>): Promise<T> {
    return work();
  }

  override async authenticateSession(): Promise<never> {
    throw ApiError.sessionRefused('UNAUTHORIZED', 'There are no sessions');
  }

  override async authenticate(realm: RealmIdentity, email: string, apiKey: string): Promise<Actor> {
    const person = people[email.toLowerCase()];
    if (!person || apiKey !== KEY) throw ApiError.unauthorized('The API key is not valid');
    return {
      realmId: realm.id,
      userId: 0,
      role: Role.Member,
      isBot: false,
      botType: null,
      email,
      deliveryEmail: email,
      fullName: 'Sample',
      clientName: '',
      ...person,
    };
  }
}

export const database = {
  works: true,
  query: async () => {
    if (!database.works) throw new Error('connection refused');
    return [];
  },
};

/** Of the sample application that was started last. */
export const logLines: string[] = [];
const logger = createLogger(
  'info',
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      logLines.push(chunk.toString());
      done();
    },
  }),
);

@Global()
@Module({})
class SampleBase {
  static with(config: Config): DynamicModule {
    return {
      module: SampleBase,
      providers: [
        { provide: Config, useValue: config },
        { provide: Database, useValue: database },
        { provide: Authentication, useClass: SampleAuthentication },
        { provide: Registry, useFactory: () => new Registry() },
        Clock,
      ],
      exports: [Config, Database, Authentication, Registry, Clock],
    };
  }
}

export interface SampleApp {
  app: NestExpressApplication;
  port: number;
  call(method: string, path: string, options?: Call): Promise<Answer>;
  /** Sends these bytes and returns the response when the server closes the connection. */
  raw(...parts: (string | Buffer)[]): Promise<Answer>;
}

export async function startSampleApp(rateLimits: 'on' | 'off' = 'off'): Promise<SampleApp> {
  logLines.length = 0;
  const config = new Config('api', {
    DATABASE_URL: 'postgres://localhost/unused',
    SECRET_KEY: 'a sample key of at least 32 characters',
    RATE_LIMITS: rateLimits,
  });
  const module = Test.createTestingModule({
    imports: [SampleBase.with(config), loggingModule(logger), HttpModule],
    controllers: [NotesController, SampleController],
  });
  const app = await createTestingApplication(module, { config, logger });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    app,
    port,
    call: (method, path, options) => call(port, method, path, options),
    raw: (...parts) => raw(port, parts),
  };
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  body: Record<string, unknown>;
}

export interface Call {
  as?: string | null;
  headers?: Record<string, string>;
  form?: string | Record<string, string>;
  body?: string | Buffer;
}

export const basic = (text: string | Buffer): string =>
  `Basic ${Buffer.from(text).toString('base64')}`;

export function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** A path without a leading slash is below /api/v1. */
function call(port: number, method: string, path: string, options: Call = {}): Promise<Answer> {
  const headers: Record<string, string> = { ...options.headers };
  const email = options.as === undefined ? 'member@example.com' : options.as;
  if (email !== null) headers['authorization'] ??= basic(`${email}:${KEY}`);
  let body = options.body;
  if (options.form !== undefined) {
    headers['content-type'] ??= 'application/x-www-form-urlencoded';
    body =
      typeof options.form === 'string'
        ? options.form
        : new URLSearchParams(options.form).toString();
  }
  const target = path.startsWith('/') ? path : `/api/v1/${path}`;
  if (body !== undefined && !headers['transfer-encoding'])
    headers['content-length'] ??= String(Buffer.byteLength(body));
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, method, path: target, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        resolve({ status, headers: response.headers, text, body: parse(text) });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

function raw(port: number, parts: (string | Buffer)[]): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      const [head = '', text = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0);
      resolve({ status, headers: {}, text, body: parse(text) });
    });
    for (const part of parts) socket.write(part);
  });
}

export function multipart(...fields: [disposition: string, value: string | Buffer][]): Call {
  const parts = fields.flatMap(([disposition, value]) => [
    Buffer.from(`--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    body: Buffer.concat([...parts, Buffer.from('--edge--\r\n')]),
  };
}

export function expectError(answer: Answer, status: number, code?: string): void {
  expect([answer.status, answer.body['result'], answer.body['code']]).toEqual([
    status,
    'error',
    code,
  ]);
  expect(answer.text.endsWith('}\n')).toBe(true);
}
