// The features as a command uses them: it answers no HTTP and runs no jobs. What follows from its
// changes is done by the server's workers, now or when the server starts next.
import { type DynamicModule, Module } from '@nestjs/common';
import { featureModules } from '#modules/feature-modules.js';
import { RateLimitModule } from '#platform/http/rate-limit.module.js';
import { JobsModule } from '#platform/jobs/jobs.module.js';
import { PlatformModule, type PlatformResources } from '#platform/platform.module.js';

@Module({})
export class AdminModule {
  static forRoot(resources: PlatformResources): DynamicModule {
    return {
      module: AdminModule,
      imports: [
        PlatformModule.forRoot(resources),
        RateLimitModule,
        ...featureModules,
        JobsModule.forRoot({ runWorkers: false }),
      ],
    };
  }
}
