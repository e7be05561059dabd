import { Controller, Get } from '@nestjs/common';
import { BotRecords } from '#modules/bots/records';
import { AcceptPicture, findPicture } from '#modules/uploads/pictures';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Files, type UploadedFile } from '#platform/http/files.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { Delete, Patch, Post } from '#platform/http/write-routes.js';
import type { BotDefaults } from './bots.access.js';
import { CreateBotDto, UpdateBotDto } from './bots.dto.js';
import { CreateBotService } from './create-bot.service.js';
import { DeactivateBotService } from './deactivate-bot.service.js';
import { UpdateBotService } from './update-bot.service.js';

@Controller('bots')
export class BotsController {
  constructor(
    private readonly botRecords: BotRecords,
    private readonly createBotService: CreateBotService,
    private readonly updateBotService: UpdateBotService,
    private readonly deactivateBotService: DeactivateBotService,
  ) {}

  @Get()
  async list(@CurrentActor() actor: Actor): Promise<ResponseOf<'get-bots'>> {
    return { bots: await this.botRecords.listFor(actor) };
  }

  @Post()
  @AcceptPicture()
  async create(
    @CurrentActor() actor: Actor,
    @Input() input: CreateBotDto,
    @Files() files: UploadedFile[],
  ): Promise<ResponseOf<'create-bot'>> {
    const { user, bot } = await this.createBotService.create(actor, {
      avatar: findPicture(files),
      fullName: input.full_name,
      shortName: input.short_name,
      type: input.bot_type,
      payloadUrl: input.payload_url,
      interface: input.interface_type,
      serviceName: input.service_name,
      configData: input.config_data,
      defaults: defaultsOf(input),
    });
    return { ...bot, email: user.email, full_name: user.fullName, api_key: user.apiKey };
  }

  @Patch(':bot_id')
  @AcceptPicture()
  async update(
    @CurrentActor() actor: Actor,
    @PathId('bot_id') id: number,
    @Input() input: UpdateBotDto,
    @Files() files: UploadedFile[],
  ): Promise<ResponseOf<'update-bot'>> {
    await this.updateBotService.update(actor, id, {
      avatar: findPicture(files),
      fullName: input.full_name,
      shortName: input.short_name,
      role: input.role,
      ownerId: input.bot_owner_id,
      payloadUrl: input.service_payload_url,
      interface: input.service_interface,
      serviceName: input.service_name,
      configData: input.config_data,
      defaults: defaultsOf(input),
    });
  }

  @Delete(':bot_id')
  async remove(
    @CurrentActor() actor: Actor,
    @PathId('bot_id') id: number,
  ): Promise<ResponseOf<'deactivate-bot'>> {
    await this.deactivateBotService.deactivate(actor, id);
  }
}

function defaultsOf(input: CreateBotDto | UpdateBotDto): BotDefaults {
  return {
    sendingStream: input.default_sending_stream,
    eventsRegisterStream: input.default_events_register_stream,
    allPublicStreams: input.default_all_public_streams,
  };
}
