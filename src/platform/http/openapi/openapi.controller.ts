import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Public } from '#platform/http/access.decorators.js';
import { ApiError } from '#platform/http/api-error.js';
import { contractDirectory, openApiJson } from './openapi-loader.js';

const require = createRequire(import.meta.url);
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));
const OWN_PAGE = join(contractDirectory(), 'docs');
const ASSETS = new Map([
  ['initializer.js', OWN_PAGE],
  ['swagger-ui.css', SWAGGER_UI],
  ['swagger-ui-bundle.js', SWAGGER_UI],
  ['favicon-32x32.png', SWAGGER_UI],
]);
/** Less strict than for responses that are data, but without third-party scripts or addresses. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The contract for programs and, as a page, for people. */
@Controller()
export class OpenApiController {
  private readonly document = openApiJson();

  @Public()
  @Get('api/openapi.json')
  sendDocument(@Res() response: Response): void {
    response.type('json').send(this.document);
  }

  @Public()
  @Get('api/docs')
  sendPage(@Res() response: Response): void {
    response.setHeader('Content-Security-Policy', PAGE_POLICY);
    response.sendFile('index.html', { root: OWN_PAGE });
  }

  @Public()
  @Get('api/docs/:file')
  sendAsset(@Param('file') file: string, @Res() response: Response): void {
    const root = ASSETS.get(file);
    if (!root) throw ApiError.notFound();
    response.sendFile(file, { root });
  }
}
