import { Controller } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Post } from '#platform/http/write-routes.js';
import { WebhookSamples } from './webhook-samples.service.js';

@Controller()
export class OutgoingWebhooksController {
  constructor(private readonly webhookSamples: WebhookSamples) {}

  @Post('service-outgoing-webhook')
  payload(@CurrentActor() actor: Actor): Promise<ResponseOf<'service-outgoing-webhook'>> {
    return this.webhookSamples.payload(actor);
  }

  /** The name of the same operation in Zulip. */
  @Post('zulip-outgoing-webhook')
  payloadByOtherName(@CurrentActor() actor: Actor): Promise<ResponseOf<'zulip-outgoing-webhook'>> {
    return this.webhookSamples.payload(actor);
  }
}
