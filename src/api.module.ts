// The process that answers HTTP; with `runWorkers` it does the work of a worker as well.
import { type DynamicModule, Module } from '@nestjs/common';
import { featureModules } from '#modules/feature-modules.js';
import { HttpModule } from '#platform/http/http.module.js';
import { OpenApiModule } from '#platform/http/openapi/openapi.module.js';
import { JobsModule } from '#platform/jobs/jobs.module.js';
import { PlatformModule, type PlatformResources } from '#platform/platform.module.js';

@Module({})
export class ApiModule {
  static forRoot(resources: PlatformResources, options: { runWorkers: boolean }): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        PlatformModule.forRoot(resources),
        HttpModule,
        OpenApiModule,
        ...featureModules,
        JobsModule.forRoot(options),
      ],
    };
  }
}
