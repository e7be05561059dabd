// The proxy for images and videos of other hosts that messages show. Public, since an <img> element
// sends no credentials; the signature in the URL is the permission.
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { pipeline } from 'node:stream/promises';
import { Public, Unlimited } from '#platform/http/access.decorators.js';
import { PathText } from '#platform/http/parameters/input.js';
import { type FetchedContent, ExternalContentService } from './external-content.service.js';

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

async function passOn(found: FetchedContent, response: Response): Promise<void> {
  response.status(found.isPart ? 206 : 200);
  response.set({
    ...found.headers,
    'Content-Type': found.type,
    'Content-Disposition': found.isDocument ? 'attachment' : 'inline',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': `private, max-age=${CACHE_SECONDS}`,
    // Desktop and mobile apps show messages in pages of another origin.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  // The headers are sent, so a failure can only be signalled by closing the connection.
  await pipeline(found.body, response).catch(() => response.destroy());
}
