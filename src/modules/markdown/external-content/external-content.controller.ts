// Pictures and films of other servers that messages show. Public, because an <img> sends nothing that
// tells who looks; the signature in the address stands for the right to see it.
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { pipeline } from 'node:stream/promises';
import { Public, Unlimited } from '#platform/http/access.decorators.js';
import { PathText } from '#platform/http/parameters/input.js';
import { type ContentFound, ExternalContentService } from './external-content.service.js';

const CACHE_SECONDS = 86_400;

@Controller('external_content')
export class ExternalContentController {
  constructor(private readonly externalContentService: ExternalContentService) {}

  @Get(':digest/:encoded_url')
  @Public()
  @Unlimited()
  async send(
    @PathText('digest') digest: string,
    @PathText('encoded_url') encoded: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const left = new AbortController();
    response.once('close', () => left.abort());
    const wanted = { digest, encoded, range: request.headers.range };
    await this.externalContentService.open(wanted, left.signal, (found) => passOn(found, response));
  }
}

async function passOn(found: ContentFound, response: Response): Promise<void> {
  response.status(found.isPart ? 206 : 200);
  response.set({
    ...found.headers,
    'Content-Type': found.type,
    'Content-Disposition': found.isDocument ? 'attachment' : 'inline',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': `private, max-age=${CACHE_SECONDS}`,
    // Apps show messages in pages that come from elsewhere.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  // The headers are out: all that is left to say of a failure is that the connection breaks.
  await pipeline(found.body, response).catch(() => response.destroy());
}
