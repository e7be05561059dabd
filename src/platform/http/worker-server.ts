// The addresses of a worker process for supervisors and Prometheus: the health checks and the metrics of an
// API process, and nothing else.
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { MetricsPage } from './metrics-page.js';
import { Readiness } from './readiness.js';

const JSON_TYPE = 'application/json; charset=utf-8';

@Injectable()
export class WorkerServer implements OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly readiness: Readiness,
    private readonly metricsPage: MetricsPage,
    private readonly registry: Registry,
    private readonly logger: PinoLogger,
  ) {}

  /** Returns the port. */
  async listen(port: number, host: string): Promise<number> {
    collectDefaultMetrics({ register: this.registry });
    const server = createServer((request, response) => {
      this.respond(request, response).catch((error: unknown) => {
        this.logger.error({ err: error }, 'A request failed');
        response.destroy();
      });
    });
    this.server = server;
    server.listen(port, host);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path] = (request.url ?? '').split('?', 1);
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405, '');
    switch (path) {
      case '/health/live':
        return send(response, 200, '{"status":"ok"}\n', JSON_TYPE);
      case '/health/ready': {
        const { isReady, body } = await this.readiness.report();
        return send(response, isReady ? 200 : 503, body, JSON_TYPE);
      }
      case '/metrics': {
        const { authorization } = request.headers;
        const { status, contentType, text } = await this.metricsPage.answer(authorization);
        return send(response, status, text, contentType);
      }
      default:
        return send(response, 404, '');
    }
  }
}

function send(response: ServerResponse, status: number, text: string, type = 'text/plain'): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  response.end(text);
}
