// The process that runs jobs and follows the event log for its consumers. With WORKER_PORT, it answers
// supervisors and Prometheus over HTTP, and no other requests.
import { type DynamicModule, Module } from '@nestjs/common';
import { featureModules } from '#modules/feature-modules.js';
import { HealthModule } from '#platform/http/health.module.js';
import { AccessModule } from '#platform/http/access.module.js';
import { WorkerServer } from '#platform/http/worker-server.js';
import { JobsModule } from '#platform/jobs/jobs.module.js';
import { PlatformModule, type PlatformResources } from '#platform/platform.module.js';

@Module({})
export class WorkerModule {
  static forRoot(resources: PlatformResources): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.forRoot(resources),
        HealthModule,
        AccessModule,
        ...featureModules,
        JobsModule.forRoot({ runWorkers: true }),
      ],
      providers: [WorkerServer],
    };
  }
}
