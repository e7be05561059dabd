// A server on the loopback interface that receives outgoing webhooks, instead of third parties.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  path: string;
  method: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export type Responder = (response: ServerResponse, request: ReceivedRequest) => void;

export class WebhookReceiver {
  /** Complete requests, oldest first. */
  readonly received: ReceivedRequest[] = [];
  respond: Responder = json({});

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url: path = '', method = '', headers } = request;
        const complete = { path, method, headers, body: Buffer.concat(chunks).toString() };
        receiver.received.push(complete);
        receiver.respond(response, complete);
      });
    }).listen(0, '0.0.0.0');
    await new Promise((resolve) => server.once('listening', resolve));
    const receiver = new WebhookReceiver(server, (server.address() as AddressInfo).port);
    return receiver;
  }

  url(path = '/hook', host = '127.0.0.1'): string {
    return `http://${host}:${this.port}${path}`;
  }

  /** Removes all requests, and responds to later ones without a reply. */
  reset(): void {
    this.received.length = 0;
    this.respond = json({});
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

export function json(answer: unknown, status = 200): Responder {
  return text(JSON.stringify(answer), 'application/json', status);
}

export function text(body: string | Buffer, type = 'text/plain', status = 200): Responder {
  return (response) => {
    response.writeHead(status, { 'Content-Type': type });
    response.end(body);
  };
}
