// Resumable uploads with the tus protocol (https://tus.io/protocols/resumable-upload).
import { Controller, Get, Options, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CsrfHeader, Public, Unlimited } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { OwnBody } from '#platform/http/body.js';
import { sendJson } from '#platform/http/envelope.js';
import { PathText } from '#platform/http/parameters/input.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { Delete, Patch, Post } from '#platform/http/write-routes.js';
import { ResumableUploadsService } from './resumable-uploads.service.js';
import { TusErrorsFilter } from './tus-errors.filter.js';
import { type TusRequest, TusProtocol } from './tus-protocol.js';

const OVERRIDES = ['PATCH', 'DELETE'];
/** Other sites cannot make a browser send this header with cookies. */
const VERSION_HEADER = 'Tus-Resumable';

@Controller('tus')
@UseFilters(TusErrorsFilter)
export class TusController {
  constructor(
    private readonly tusProtocol: TusProtocol,
    private readonly resumableUploadsService: ResumableUploadsService,
    private readonly rateLimiter: RateLimiter,
  ) {}

  @Post()
  @OwnBody()
  @CsrfHeader(VERSION_HEADER)
  async create(
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.send(actor, request, response, { method: 'POST' });
  }

  @Patch('*upload_id')
  @OwnBody()
  @CsrfHeader(VERSION_HEADER)
  @Unlimited()
  async append(
    @CurrentActor() actor: Actor,
    @PathText('upload_id') pathId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.sendPart(actor, request, response, { method: 'PATCH', pathId });
  }

  @Delete('*upload_id')
  @CsrfHeader(VERSION_HEADER)
  async terminate(
    @CurrentActor() actor: Actor,
    @PathText('upload_id') pathId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.send(actor, request, response, { method: 'DELETE', pathId });
  }

  /** For clients that cannot send other methods. */
  @Post('*upload_id')
  @OwnBody()
  @CsrfHeader(VERSION_HEADER)
  @Unlimited()
  async override(
    @CurrentActor() actor: Actor,
    @PathText('upload_id') pathId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const method = request.headers['x-http-method-override'];
    if (typeof method !== 'string' || !OVERRIDES.includes(method)) {
      throw ApiError.badRequest(`X-HTTP-Method-Override must be one of: ${OVERRIDES.join(', ')}`);
    }
    await this.sendPart(actor, request, response, { method, pathId });
  }

  /** Also handles HEAD, which clients use. */
  @Get('*upload_id')
  @Unlimited()
  async show(
    @CurrentActor() actor: Actor,
    @PathText('upload_id') pathId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.sendPart(actor, request, response, { method: 'HEAD', pathId });
  }

  @Options(['', '*upload_id'])
  @Public()
  @Unlimited()
  async describe(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { status, headers } = await this.tusProtocol.describe(request);
    response.status(status).set(headers).end();
  }

  /** Uploads of large files have more requests than the limit for other operations allows. */
  private async sendPart(
    actor: Actor,
    request: Request,
    response: Response,
    tusRequest: TusRequest,
  ): Promise<void> {
    await this.rateLimiter.consume('uploadPart', `${actor.userId}`, response);
    await this.send(actor, request, response, tusRequest);
  }

  private async send(
    actor: Actor,
    request: Request,
    response: Response,
    tusRequest: TusRequest,
  ): Promise<void> {
    const { status, headers, complete } = await this.tusProtocol.handle(actor, request, tusRequest);
    if (complete === undefined) {
      response.status(status).set(headers).end();
      return;
    }
    const { pathId, fileName } = await this.resumableUploadsService.finish(actor, complete);
    response.set(headers).removeHeader('Upload-Expires');
    const body = { url: `/user_uploads/${pathId}`, filename: fileName };
    sendJson(response, status === 201 ? 201 : 200, `${JSON.stringify(body)}\n`);
  }
}
