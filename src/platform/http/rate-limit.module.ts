// Rate limits and session cookies, in every process, because all processes are composed of the same
// features.
import { Global, Module } from '@nestjs/common';
import { RateLimiter } from './rate-limiter.js';
import { SessionCookies } from './session-cookies.js';

@Global()
@Module({ providers: [RateLimiter, SessionCookies], exports: [RateLimiter, SessionCookies] })
export class RateLimitModule {}
