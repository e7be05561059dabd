// For every process, because features are composed the same way everywhere: what counts attempts,
// whoever makes them, and what knows the cookies of browser sessions.
import { Global, Module } from '@nestjs/common';
import { RateLimiter } from './rate-limiter.js';
import { SessionCookies } from './session-cookies.js';

@Global()
@Module({ providers: [RateLimiter, SessionCookies], exports: [RateLimiter, SessionCookies] })
export class RateLimitModule {}
