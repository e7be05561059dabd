// Metrics for Prometheus. Features add their own to the injected Registry.
import { Controller, Get, Injectable, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { Operational } from './access.decorators.js';
import { MetricsPage } from './metrics-page.js';

@Injectable()
export class Metrics {
  private readonly duration: Histogram<'method' | 'route' | 'status'>;

  constructor(registry: Registry) {
    collectDefaultMetrics({ register: registry });
    this.duration = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from a request to the end of its response; long polls include their waiting time.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 60],
      registers: [registry],
    });
  }

  /** `route` is a route's template, never a path, so that the number of series stays small. */
  observe(method: string, route: string, status: number, seconds: number): void {
    this.duration.observe({ method, route, status }, seconds);
  }
}

@Controller('metrics')
export class MetricsController {
  constructor(private readonly metricsPage: MetricsPage) {}

  @Get()
  @Operational()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { authorization } = request.headers;
    const { status, contentType, text } = await this.metricsPage.answer(authorization);
    response.status(status).type(contentType).send(text);
  }
}
