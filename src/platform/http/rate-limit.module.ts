// For every process: features count attempts where they check them, whoever calls them.
import { Global, Module } from '@nestjs/common';
import { RateLimiter } from './rate-limiter.js';

@Global()
@Module({ providers: [RateLimiter], exports: [RateLimiter] })
export class RateLimitModule {}
