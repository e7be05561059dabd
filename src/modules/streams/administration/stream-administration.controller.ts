import { Controller, Get } from '@nestjs/common';
import { parsedRetentionDays, streamSettings } from '#modules/streams/streams';
import { PrincipalsService } from '#modules/streams/subscriptions';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { Delete, Patch, Post } from '#platform/http/write-routes.js';
import {
  CreateStreamDto,
  DefaultStreamDto,
  GetEmailAddressDto,
  UpdateStreamDto,
} from './stream-administration.dto.js';
import { StreamEmailAddressesService } from './stream-email-addresses.service.js';
import { CreateStreamService } from './create-stream.service.js';
import { UpdateStreamService } from './update-stream.service.js';

@Controller()
export class StreamAdministrationController {
  constructor(
    private readonly principalsService: PrincipalsService,
    private readonly createStreamService: CreateStreamService,
    private readonly updateStreamService: UpdateStreamService,
    private readonly streamEmailAddressesService: StreamEmailAddressesService,
  ) {}

  @Post('channels/create')
  async create(
    @CurrentActor() actor: Actor,
    @Input() input: CreateStreamDto,
  ): Promise<ResponseOf<'create-channel'>> {
    const id = await this.createStreamService.create(actor, {
      name: input.name,
      description: input.description,
      people: await this.principalsService.resolveIds(actor, input.subscribers),
      settings: streamSettings(input),
      announce: input.announce,
      sendMessages: input.send_new_subscription_messages,
    });
    return { id };
  }

  @Patch('streams/:stream_id')
  async update(
    @CurrentActor() actor: Actor,
    @PathId('stream_id') id: number,
    @Input() input: UpdateStreamDto,
  ): Promise<ResponseOf<'update-stream'>> {
    const { message_retention_days: retention } = input;
    await this.updateStreamService.update(actor, id, {
      name: input.new_name,
      description: input.description,
      inviteOnly: input.is_private,
      isWebPublic: input.is_web_public,
      historyPublicToSubscribers: input.history_public_to_subscribers,
      isDefault: input.is_default_stream,
      messageRetentionDays: retention === undefined ? undefined : parsedRetentionDays(retention),
      topicsPolicy: input.topics_policy,
      folderId: input.folder_id,
      isArchived: input.is_archived,
      permissions: input,
    });
  }

  @Delete('streams/:stream_id')
  async archive(
    @CurrentActor() actor: Actor,
    @PathId('stream_id') id: number,
  ): Promise<ResponseOf<'archive-stream'>> {
    await this.updateStreamService.archive(actor, id);
  }

  @Get('streams/:stream_id/email_address')
  async emailAddress(
    @CurrentActor() actor: Actor,
    @PathId('stream_id') id: number,
    @Input() { sender_id: senderId }: GetEmailAddressDto,
  ): Promise<ResponseOf<'get-stream-email-address'>> {
    return { email: await this.streamEmailAddressesService.get(actor, id, senderId) };
  }

  @Post('default_streams')
  @RequireRole(Role.Administrator)
  async addDefault(
    @CurrentActor() actor: Actor,
    @Input() { stream_id: id }: DefaultStreamDto,
  ): Promise<ResponseOf<'add-default-stream'>> {
    await this.updateStreamService.update(actor, id, { isDefault: true, permissions: {} });
  }

  @Delete('default_streams')
  @RequireRole(Role.Administrator)
  async removeDefault(
    @CurrentActor() actor: Actor,
    @Input() { stream_id: id }: DefaultStreamDto,
  ): Promise<ResponseOf<'remove-default-stream'>> {
    await this.updateStreamService.update(actor, id, { isDefault: false, permissions: {} });
  }
}
