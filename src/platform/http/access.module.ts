// What controllers and services of the features require from the HTTP layer, in every process, because
// all processes are composed of the same features.
import { Global, Module } from '@nestjs/common';
import { AccessGuard } from './access.guard.js';
import { RateLimiter } from './rate-limiter.js';
import { RepeatableWrites } from './repeatable-writes.js';
import { SessionCookies } from './session-cookies.js';

const provided = [AccessGuard, RateLimiter, RepeatableWrites, SessionCookies];

@Global()
@Module({ providers: provided, exports: provided })
export class AccessModule {}
