// Express with Parley's settings: strict routes, Parley's error responses for requests that match no
// route, and a server that responds even to requests that node:http cannot parse, drops responses that
// clients do not read, and has clients close their connections before it stops.
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
import { errorBody, sendBody, sendError, successBody } from './envelope.js';
import { contextOf } from './request-context.js';
import { RouteTable } from './routes.js';

export interface HttpSettings {
  trustProxy: string | number;
}

const MAX_HEADER_BYTES = 16 * 1024;
const REQUEST_TIMEOUT_MS = 300_000;
const HEADERS_TIMEOUT_MS = 60_000;
/** Longer than load balancers keep idle connections open, so that they close them first. */
const KEEP_ALIVE_MS = 75_000;
/**
 * A response that its client does not read is dropped after one to two of these; a response that is not
 * ready yet may take longer. Longer than the limit for headers, which sends an error before it closes.
 */
const UNREAD_MS = 120_000;
const IDLE_SWEEP_MS = 50;
const LINGER_MS = 1000;
/** When the server stops, longer transfers of files are closed, and clients start them again. */
const CLOSE_MS = 5000;

export class HttpAdapter extends ExpressAdapter {
  readonly routes: RouteTable;
  private server: Server | undefined;
  private readonly pending = new Set<ServerResponse>();
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

  /**
   * Sends the fields that a handler returned. Every success of this API is 200, that of a POST too. An
   * interceptor would cost more than the rest of the response (see docs/decisions/0012-http-layer.md).
   */
  override reply(response: Response, fields: unknown): Promise<void> | undefined {
    if (fields !== undefined && (typeof fields !== 'object' || fields === null)) {
      throw new TypeError('A handler must return a plain object or nothing');
    }
    const ignored = contextOf(response.req).ignoredParameters();
    return sendBody(response, 200, successBody(fields, ignored));
  }

  override setNotFoundHandler(): void {
    this.use(this.routes.answerUnmatched);
  }

  /**
   * Marks every further response as the last of its connection, pending ones included, so that no
   * client sends its next request on a connection that is being closed.
   */
  override beforeClose(): void {
    super.beforeClose();
    this.leaving = true;
    for (const response of this.pending) response.shouldKeepAlive = false;
    this.pending.clear();
  }

  private follow(response: ServerResponse): void {
    response.on('timeout', dropUnread);
    if (this.leaving) {
      response.shouldKeepAlive = false;
      return;
    }
    this.pending.add(response);
    response.on('close', () => this.pending.delete(response));
  }

  /** Busy connections are closed as soon as they are idle, or after CLOSE_MS. */
  override async close(): Promise<void> {
    const sweep = setInterval(() => this.server?.closeIdleConnections(), IDLE_SWEEP_MS);
    const cut = setTimeout(() => this.server?.closeAllConnections(), CLOSE_MS);
    try {
      await super.close();
    } finally {
      clearInterval(sweep);
      clearTimeout(cut);
    }
  }
}

/** With several Host headers, a proxy and this server could use different ones. */
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

/**
 * Responds without node:http. The socket stays open for a moment, so that a client that is still sending
 * can read the response.
 */
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
