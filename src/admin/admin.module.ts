// The feature modules for an admin command, without HTTP and without workers. Jobs that follow from
// its changes are run by the workers of the server, now or after its next start.
import { type DynamicModule, Module } from '@nestjs/common';
import { featureModules } from '#modules/feature-modules.js';
import { AccessModule } from '#platform/http/access.module.js';
import { JobsModule } from '#platform/jobs/jobs.module.js';
import { PlatformModule, type PlatformResources } from '#platform/platform.module.js';

@Module({})
export class AdminModule {
  static forRoot(resources: PlatformResources): DynamicModule {
    return {
      module: AdminModule,
      imports: [
        PlatformModule.forRoot(resources),
        AccessModule,
        ...featureModules,
        JobsModule.forRoot({ runWorkers: false }),
      ],
    };
  }
}
