import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { MetricsPage } from './metrics-page.js';
import { Readiness } from './readiness.js';

/** Health checks and metrics, which every process serves. */
@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  providers: [MetricsPage, Readiness],
  exports: [MetricsPage, Readiness],
})
export class HealthModule {}
