// The public keys of access tokens, for registrars. The response is not an envelope.
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '#platform/http/access.decorators.js';
import { sendJson } from '#platform/http/envelope.js';
import { SipSigningKeys } from './sip-signing-keys.service.js';

@Controller('.well-known')
export class JsonWebKeysController {
  constructor(private readonly sipSigningKeys: SipSigningKeys) {}

  @Get('jwks.json')
  @Public()
  async show(@Res() response: Response): Promise<void> {
    sendJson(response, 200, `${JSON.stringify(await this.sipSigningKeys.publicKeys())}\n`);
  }
}
