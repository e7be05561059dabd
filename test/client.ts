// An HTTP client that validates every response against the contract.
import { Agent, request } from 'node:http';
import { assertResponseMatches } from './contract.js';

export interface Credentials {
  email: string;
  apiKey: string;
}

export type Parameters = Record<string, unknown>;

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Objects, lists, numbers and booleans are sent as JSON, text unchanged. */
function encode(parameters: Parameters): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    fields.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return fields.toString();
}

export class Client {
  constructor(
    private readonly port: number,
    /** The Host header, which names the realm. */
    readonly host: string,
    private readonly credentials?: Credentials,
    private readonly userAgent = 'ParleyTest/1.0',
  ) {}

  as(credentials: Credentials | undefined, userAgent = this.userAgent): Client {
    return new Client(this.port, this.host, credentials, userAgent);
  }

  /** The same client at another server. */
  at(port: number): Client {
    return new Client(port, this.host, this.credentials, this.userAgent);
  }

  get(path: string, parameters: Parameters = {}): Promise<Answer> {
    return this.call('GET', path, parameters);
  }

  post(path: string, parameters: Parameters = {}): Promise<Answer> {
    return this.call('POST', path, parameters);
  }

  patch(path: string, parameters: Parameters = {}): Promise<Answer> {
    return this.call('PATCH', path, parameters);
  }

  delete(path: string, parameters: Parameters = {}): Promise<Answer> {
    return this.call('DELETE', path, parameters);
  }

  /** Returns the response, or throws the error of the server. */
  async expect(method: Method, path: string, parameters: Parameters = {}): Promise<Answer['body']> {
    const { status, body } = await this.call(method, path, parameters);
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  async call(method: Method, path: string, parameters: Parameters): Promise<Answer> {
    const fields = encode(parameters);
    const inQuery = method === 'GET' && fields !== '';
    const form = { body: fields, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    const answer = await this.raw(
      method,
      `/api/v1/${path}${inQuery ? `?${fields}` : ''}`,
      method === 'GET' ? {} : form,
    );
    assertResponseMatches(method, `/api/v1/${path}`, answer.status, answer.body);
    return answer;
  }

  /** Sends exactly this, and checks only that the response is JSON. */
  raw(
    method: string,
    path: string,
    { body, headers = {} }: { body?: string | Buffer; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const authorization = this.credentials && basic(this.credentials);
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent,
          port: this.port,
          host: '127.0.0.1',
          method,
          path,
          headers: {
            Host: this.host,
            'User-Agent': this.userAgent,
            ...(authorization === undefined ? {} : { Authorization: authorization }),
            ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: (text === '' ? {} : JSON.parse(text)) as Answer['body'],
            });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}

export function basic({ email, apiKey }: Credentials): string {
  return `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
}
