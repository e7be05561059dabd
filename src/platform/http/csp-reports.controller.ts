// Receives the reports of browsers about violations of the Content-Security-Policy, and logs them.
import { Controller, Req } from '@nestjs/common';
import type { Request } from 'express';
import { PinoLogger } from 'nestjs-pino';
import { Public } from './access.decorators.js';
import { ApiError } from './api-error.js';
import { OwnBody } from './body.js';
import type { ResponseOf } from './contract.js';
import { loggedCspReport } from './csp-report.view.js';
import { readJsonBody } from './json-body.js';
import { Post } from './write-routes.js';

const BODY = {
  types: ['application/csp-report', 'application/reports+json', 'application/json'],
  maxBytes: 16 * 1024,
};

@Controller('report')
export class CspReportsController {
  constructor(private readonly logger: PinoLogger) {}

  @Post('csp_violations')
  @Public()
  @OwnBody()
  async report(@Req() request: Request): Promise<ResponseOf<'report-csp-violation'>> {
    const report = loggedCspReport(await readJsonBody(request, request.res!, BODY));
    if (!report) throw ApiError.badRequest('The request body is not a report');
    this.logger.warn(report, 'A browser reported a violation of the Content-Security-Policy');
  }
}
