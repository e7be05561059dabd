import { Controller, Get, Headers } from '@nestjs/common';
import { Public } from './access.decorators.js';
import { ApiError } from './api-error.js';
import { isCompatibleClient } from './client-compatibility.js';
import type { ResponseOf } from './contract.js';

/** Clients ask at either address. */
@Controller()
export class CompatibilityController {
  @Get('compatibility')
  @Public()
  async check(
    @Headers('user-agent') userAgent: string | undefined,
  ): Promise<ResponseOf<'check-compatibility'>> {
    requireCompatible(userAgent);
    return Promise.resolve();
  }

  @Get('api/v1/compatibility')
  @Public()
  async checkApi(
    @Headers('user-agent') userAgent: string | undefined,
  ): Promise<ResponseOf<'check-api-compatibility'>> {
    requireCompatible(userAgent);
    return Promise.resolve();
  }
}

function requireCompatible(userAgent: string | undefined): void {
  if (!isCompatibleClient(userAgent)) throw ApiError.badRequest('The client is too old');
}
