// The URLs to which third parties send webhooks.
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { OnlyIncomingWebhookBots } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { RawBody } from '#platform/http/body.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathText } from '#platform/http/parameters/input.js';
import { CurrentRawRequest, type RawRequest } from '#platform/http/raw-request.js';
import { Post } from '#platform/http/write-routes.js';
import { IncomingWebhookDto, VerifyWebhookDto } from './incoming-webhook.dto.js';
import { IncomingWebhooksService } from './incoming-webhooks.service.js';
import { webhookResultView } from './webhook-result.view.js';

@Controller('external/:integration_name')
export class ExternalController {
  constructor(private readonly incomingWebhooksService: IncomingWebhooksService) {}

  @Post()
  @OnlyIncomingWebhookBots()
  @RawBody()
  async receive(
    @CurrentActor() bot: Actor,
    @PathText('integration_name') name: string,
    @CurrentRawRequest() request: RawRequest,
    @Input() input: IncomingWebhookDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ResponseOf<'receive-webhook'>> {
    const result = await this.incomingWebhooksService.receive(bot, name, request, input);
    const { fields, headers } = webhookResultView(result);
    response.set(headers);
    return fields;
  }

  /** Some third parties verify a URL with a GET request before they send webhooks to it. */
  @Get()
  @OnlyIncomingWebhookBots()
  async verify(
    @PathText('integration_name') name: string,
    @CurrentRawRequest() request: RawRequest,
    @Input() _input: VerifyWebhookDto,
    @Res() response: Response,
  ): Promise<void> {
    const { text = '', headers = {} } = await this.incomingWebhooksService.verify(name, request);
    response.set({ ...headers, 'Content-Type': 'text/plain; charset=utf-8' });
    response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    response.end(text);
  }
}
