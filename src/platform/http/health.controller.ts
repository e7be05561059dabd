// Health checks for load balancers and supervisors: live while the process runs, ready while it can serve
// requests. A process that shuts down first becomes unready, so that it gets no new requests.
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Operational } from './access.decorators.js';
import { sendJson } from './envelope.js';
import { Readiness } from './readiness.js';

@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @Operational()
  live(@Res() response: Response): void {
    sendJson(response, 200, '{"status":"ok"}\n');
  }

  @Get('ready')
  @Operational()
  async ready(@Res() response: Response): Promise<void> {
    const { isReady, body } = await this.readiness.report();
    sendJson(response, isReady ? 200 : 503, body);
  }
}
