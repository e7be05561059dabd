import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { PathId } from '#platform/http/parameters/input.js';
import { SubscribersService } from './subscribers.service.js';

@Controller()
export class SubscribersController {
  constructor(private readonly subscribersService: SubscribersService) {}

  @Get('streams/:stream_id/members')
  async list(
    @CurrentActor() actor: Actor,
    @PathId('stream_id') streamId: number,
  ): Promise<ResponseOf<'get-subscribers'>> {
    return { subscribers: await this.subscribersService.findSubscriberIds(actor, streamId) };
  }

  @Get('users/:user_id/channels')
  async listStreams(
    @CurrentActor() actor: Actor,
    @PathId('user_id') userId: number,
  ): Promise<ResponseOf<'get-user-channels'>> {
    return { subscribed_channel_ids: await this.subscribersService.findStreamIds(actor, userId) };
  }

  @Get('users/:user_id/subscriptions/:stream_id')
  async isSubscribed(
    @CurrentActor() actor: Actor,
    @PathId('user_id') userId: number,
    @PathId('stream_id') streamId: number,
  ): Promise<ResponseOf<'get-subscription-status'>> {
    return { is_subscribed: await this.subscribersService.isSubscribed(actor, userId, streamId) };
  }
}
