// A keep-alive connection with one request at a time. It parses only as much HTTP as it needs to find
// the end of a response, so that the client takes little processor time from the servers.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  body: Buffer;
}

export interface RequestParts {
  method?: 'GET' | 'POST' | 'PATCH';
  path: string;
  authorization?: string;
  /** Query parameters of a GET, otherwise form fields. */
  fields?: Record<string, string | number | boolean>;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Formats a request, which can be sent many times. */
export function requestText({ method = 'GET', path, authorization, fields }: RequestParts): string {
  const pairs = Object.entries(fields ?? {}).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const encoded = new URLSearchParams(pairs).toString();
  const query = method === 'GET' && encoded !== '' ? `?${encoded}` : '';
  const body = method === 'GET' ? '' : encoded;
  const head = [
    `${method} ${path}${query} HTTP/1.1`,
    'Host: 127.0.0.1',
    'User-Agent: ParleyBench',
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    ...(method === 'GET'
      ? []
      : ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`]),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** The end of a chunked response. */
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

export class HttpConnection {
  private chunks: Buffer[] = [];
  private received = 0;
  /** Length of the whole response, once its head has arrived; `chunked` if only its end shows it. */
  private expected: number | 'chunked' | undefined;
  private bodyStart = 0;
  private status = 0;
  private waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('The server closed the connection')));
  }

  static async open(port: number): Promise<HttpConnection> {
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    return new HttpConnection(socket);
  }

  static async openMany(port: number, count: number): Promise<HttpConnection[]> {
    const connections: HttpConnection[] = [];
    while (connections.length < count) {
      const batch = Math.min(100, count - connections.length);
      connections.push(
        ...(await Promise.all(Array.from({ length: batch }, () => HttpConnection.open(port)))),
      );
    }
    return connections;
  }

  /** Sends the request and returns the response, whatever its status. */
  send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  /** The same, but throws unless the status is 200. */
  async ask(request: string): Promise<Buffer> {
    const { status, body } = await this.send(request);
    if (status === 200) return body;
    throw new Error(`${request.slice(0, 80)}…: status ${status}: ${body.toString().slice(0, 300)}`);
  }

  async askJson<T>(parts: RequestParts): Promise<T> {
    return JSON.parse((await this.ask(requestText(parts))).toString()) as T;
  }

  close(): void {
    this.waiting = undefined;
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.received += chunk.length;
    if (this.expected === undefined) this.readHead();
    if (this.isComplete()) this.finish();
  }

  private isComplete(): boolean {
    if (this.expected === undefined) return false;
    if (this.expected !== 'chunked') return this.received >= this.expected;
    return Buffer.concat(this.chunks.slice(-2)).subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
  }

  private readHead(): void {
    const start = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks);
    const end = start.indexOf(HEAD_END);
    if (end === -1) return;
    const head = start.toString('latin1', 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head);
    if (length === undefined && !isChunked) {
      this.fail(new Error(`An answer has no length: ${head}`));
      return;
    }
    this.status = Number(head.slice(9, 12));
    this.bodyStart = end + HEAD_END.length;
    this.expected = isChunked ? 'chunked' : this.bodyStart + Number(length);
  }

  private finish(): void {
    const all = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks);
    const body =
      this.expected === 'chunked'
        ? joinChunks(all.subarray(this.bodyStart))
        : all.subarray(this.bodyStart, this.expected);
    this.chunks = [];
    this.received = 0;
    this.expected = undefined;
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.resolve({ status: this.status, body });
  }

  private fail(error: Error): void {
    this.waiting?.reject(error);
    this.waiting = undefined;
  }
}

/** The body that HTTP chunks contain. */
function joinChunks(encoded: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let position = 0; ;) {
    const end = encoded.indexOf('\r\n', position);
    const length = Number.parseInt(encoded.toString('latin1', position, end), 16);
    if (length === 0) return Buffer.concat(parts);
    const start = end + 2;
    parts.push(encoded.subarray(start, start + length));
    position = start + length + 2;
  }
}
