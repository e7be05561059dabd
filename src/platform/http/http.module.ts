// The HTTP layer as a module. It needs, from global modules: Config, Clock, Database, REDIS, the
// metrics Registry, the logger, and the Authentication of the feature that owns users.
import { Global, Module, type OnModuleDestroy } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, HttpAdapterHost } from '@nestjs/core';
import { TerminusModule } from '@nestjs/terminus';
import { AccessGuard } from './access.guard.js';
import { ErrorFilter } from './error.filter.js';
import { HealthController } from './health.controller.js';
import type { HttpAdapter } from './http-adapter.js';
import { Metrics, MetricsController } from './metrics.js';
import { RateLimitModule } from './rate-limit.module.js';

@Global()
@Module({
  imports: [RateLimitModule, TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController, MetricsController],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_FILTER, useClass: ErrorFilter },
    Metrics,
  ],
  exports: [Metrics],
})
export class HttpModule implements OnModuleDestroy {
  constructor(private readonly httpAdapterHost: HttpAdapterHost<HttpAdapter>) {}

  /** The first step of closing, before anything that waits is answered. */
  onModuleDestroy(): void {
    this.httpAdapterHost.httpAdapter.leaveConnections();
  }
}
