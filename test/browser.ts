// A browser without scripts: it keeps cookies, shows pages as text, and does not follow redirects.
import { request } from 'node:http';
import { assertPageMatches } from './contract.js';

export interface BrowserAnswer {
  status: number;
  location: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly port: number,
    private readonly host: string,
  ) {}

  get(path: string, headers: Record<string, string> = {}): Promise<BrowserAnswer> {
    return this.send('GET', path, undefined, headers);
  }

  /** Sends a form as a page of the same site does. */
  submit(
    path: string,
    fields: Record<string, string> | URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<BrowserAnswer> {
    return this.send('POST', path, new URLSearchParams(fields).toString(), {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: `http://${this.host}`,
      ...headers,
    });
  }

  private async send(
    method: string,
    path: string,
    body: string | undefined,
    headers: Record<string, string>,
  ): Promise<BrowserAnswer> {
    const answer = await this.request(method, path, body, headers);
    // A redirect has text, but is not a page.
    if (
      answer.location === undefined &&
      String(answer.headers['content-type']).startsWith('text/html')
    ) {
      assertPageMatches(method, path, answer.status);
    }
    return answer;
  }

  private request(
    method: string,
    path: string,
    body: string | undefined,
    headers: Record<string, string>,
  ): Promise<BrowserAnswer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          port: this.port,
          host: '127.0.0.1',
          method,
          path,
          headers: {
            Host: this.host,
            Accept: 'text/html',
            'User-Agent': 'SampleBrowser/1.0 (X11; Linux x86_64)',
            ...(cookie === '' ? {} : { Cookie: cookie }),
            ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            for (const line of response.headers['set-cookie'] ?? []) this.keep(line);
            resolve({
              status: response.statusCode ?? 0,
              location: response.headers.location,
              headers: response.headers,
              text: Buffer.concat(chunks).toString('utf8'),
            });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  private keep(line: string): void {
    const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=', 2);
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
