// The process that receives mail by SMTP and turns it into messages. It runs no jobs and answers no HTTP.
import { type DynamicModule, Module } from '@nestjs/common';
import { featureModules } from '#modules/feature-modules.js';
import { AccessModule } from '#platform/http/access.module.js';
import { HealthModule } from '#platform/http/health.module.js';
import { JobsModule } from '#platform/jobs/jobs.module.js';
import { PlatformModule, type PlatformResources } from '#platform/platform.module.js';

@Module({})
export class MailModule {
  static forRoot(resources: PlatformResources): DynamicModule {
    return {
      module: MailModule,
      imports: [
        PlatformModule.forRoot(resources),
        HealthModule,
        AccessModule,
        ...featureModules,
        JobsModule.forRoot({ runWorkers: false }),
      ],
    };
  }
}
