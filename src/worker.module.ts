// The process that runs jobs and follows the event log for its consumers. It answers no HTTP.
import { type DynamicModule, Module } from '@nestjs/common';
import { featureModules } from '#modules/feature-modules.js';
import { RateLimitModule } from '#platform/http/rate-limit.module.js';
import { JobsModule } from '#platform/jobs/jobs.module.js';
import { PlatformModule, type PlatformResources } from '#platform/platform.module.js';

@Module({})
export class WorkerModule {
  static forRoot(resources: PlatformResources): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.forRoot(resources),
        RateLimitModule,
        ...featureModules,
        JobsModule.forRoot({ runWorkers: true }),
      ],
    };
  }
}
