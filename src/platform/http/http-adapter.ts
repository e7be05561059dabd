// Express with Parley's settings: strict routes, our envelope for what a handler returns, our
// answers for requests that no route takes, and a server that answers even requests that
// node:http can not parse, keeps no answer that its client does not take, and tells clients to
// leave before it closes.
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Response } from 'express';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError } from './api-error.js';
import { errorBody, sendError, sendSuccess } from './envelope.js';
import { RouteTable } from './routes.js';

export interface HttpSettings {
  trustProxy: string | number;
}

const MAX_HEADER_BYTES = 16 * 1024;
const REQUEST_TIMEOUT_MS = 300_000;
const HEADERS_TIMEOUT_MS = 60_000;
/** Longer than load balancers keep an idle connection, so that they close it and not we. */
const KEEP_ALIVE_MS = 75_000;
/**
 * An answer of which the client takes nothing is given up after one or two of these; one that is not
 * ready yet may take longer. Longer than the limit for headers, which answers before it closes.
 */
const UNREAD_MS = 120_000;
const IDLE_SWEEP_MS = 50;
const LINGER_MS = 1000;

export class HttpAdapter extends ExpressAdapter {
  readonly routes: RouteTable;
  private server: Server | undefined;
  private readonly unanswered = new Set<ServerResponse>();
  private leaving = false;

  constructor(settings: HttpSettings) {
    const app = express();
    app.set('trust proxy', settings.trustProxy);
    app.set('query parser', false);
    app.set('strict routing', true);
    app.set('case sensitive routing', true);
    app.disable('etag');
    app.disable('x-powered-by');
    super(app);
    this.routes = new RouteTable(app);
  }

  override initHttpServer(): void {
    const handle: Express = this.getInstance();
    this.server = createServer(
      {
        maxHeaderSize: MAX_HEADER_BYTES,
        requestTimeout: REQUEST_TIMEOUT_MS,
        headersTimeout: HEADERS_TIMEOUT_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        requireHostHeader: false,
      },
      (request, response) => {
        this.follow(response);
        if (hasOneHost(request)) handle(request, response);
        else sendError(response, ApiError.badRequest('The request has several Host headers'));
      },
    );
    this.server.timeout = UNREAD_MS;
    this.server.on('clientError', answerUnparsable);
    this.server.on('connect', (_request, socket) => answerRaw(socket, 405));
    this.server.on('checkExpectation', (_request, response) =>
      sendError(response, ApiError.ofStatus(417)),
    );
    this.setHttpServer(this.server);
  }

  /** A handler's plain object becomes a success; all successes of this API are 200. */
  override reply(response: Response, body: unknown): void {
    if (body !== undefined && (typeof body !== 'object' || body === null)) {
      throw new TypeError('A handler must return a plain object or nothing');
    }
    sendSuccess(response, body);
  }

  override setNotFoundHandler(): void {
    this.use(this.routes.answerUnmatched);
  }

  /**
   * From now on every answer says that its connection ends, those that are already waited for
   * included, so that no client sends its next request into a connection that is being closed.
   */
  leaveConnections(): void {
    this.leaving = true;
    for (const response of this.unanswered) response.shouldKeepAlive = false;
    this.unanswered.clear();
  }

  private follow(response: ServerResponse): void {
    response.on('timeout', dropUnread);
    if (this.leaving) {
      response.shouldKeepAlive = false;
      return;
    }
    this.unanswered.add(response);
    response.on('close', () => this.unanswered.delete(response));
  }

  /** Connections that were busy when closing began are closed as soon as they are idle. */
  override async close(): Promise<void> {
    const sweep = setInterval(() => this.server?.closeIdleConnections(), IDLE_SWEEP_MS);
    try {
      await super.close();
    } finally {
      clearInterval(sweep);
    }
  }
}

/** Of several, this server and what stands before it could each believe another one. */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.toLowerCase() === 'host') hosts++;
  }
  return hosts <= 1;
}

function dropUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

const answered = new WeakSet<Duplex>();

function answerUnparsable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (answered.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  answerRaw(socket, statusOf(error));
}

function statusOf(error: NodeJS.ErrnoException): number {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return 431;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408;
    default:
      return 400;
  }
}

/** Answers outside of node:http, then lingers, so that a client that still sends can read it. */
function answerRaw(socket: Duplex, status: number): void {
  answered.add(socket);
  const body = errorBody(ApiError.ofStatus(status));
  socket.on('error', () => socket.destroy());
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Content-Type: application/json',
      'Cache-Control: no-store',
      'Connection: close',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
