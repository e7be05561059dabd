// The HTTP layer. It requires from global modules: Config, Clock, Database, REDIS, the metrics Registry,
// the logger, and an implementation of Authentication.
import { Global, Module, type OnModuleDestroy } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, HttpAdapterHost } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { AccessModule } from './access.module.js';
import { CompatibilityController } from './compatibility.controller.js';
import { CspReportsController } from './csp-reports.controller.js';
import { ErrorFilter } from './error.filter.js';
import { HealthController } from './health.controller.js';
import { HealthModule } from './health.module.js';
import type { HttpAdapter } from './http-adapter.js';
import { Metrics, MetricsController } from './metrics.js';

@Global()
@Module({
  imports: [HealthModule, AccessModule],
  controllers: [CompatibilityController, CspReportsController, HealthController, MetricsController],
  providers: [
    { provide: APP_GUARD, useExisting: AccessGuard },
    { provide: APP_FILTER, useClass: ErrorFilter },
    Metrics,
  ],
  exports: [Metrics],
})
export class HttpModule implements OnModuleDestroy {
  constructor(private readonly httpAdapterHost: HttpAdapterHost<HttpAdapter>) {}

  /** Resolves after the last response, so that later steps of the shutdown meet no request. */
  async onModuleDestroy(): Promise<void> {
    await this.httpAdapterHost.httpAdapter.close();
  }
}
