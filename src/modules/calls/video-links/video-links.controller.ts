import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { BigBlueButtonService } from './big-blue-button.service.js';
import { ConstructorGroupsService } from './constructor-groups.service.js';
import { NextcloudTalkService } from './nextcloud-talk.service.js';
import {
  CreateBigBlueButtonCallDto,
  CreateNextcloudTalkCallDto,
  CreateZoomCallDto,
} from './video-links.dto.js';
import { WebexService } from './webex.service.js';
import { ZoomService } from './zoom.service.js';

@Controller('calls')
export class VideoLinksController {
  constructor(
    private readonly zoomService: ZoomService,
    private readonly webexService: WebexService,
    private readonly bigBlueButtonService: BigBlueButtonService,
    private readonly constructorGroupsService: ConstructorGroupsService,
    private readonly nextcloudTalkService: NextcloudTalkService,
  ) {}

  @Post('zoom/create')
  async createOnZoom(
    @CurrentActor() actor: Actor,
    @Input() { is_video_call: hasVideo }: CreateZoomCallDto,
  ): Promise<ResponseOf<'create-zoom-video-call'>> {
    return { url: await this.zoomService.create(actor, hasVideo) };
  }

  @Post('webex/create')
  async createOnWebex(
    @CurrentActor() actor: Actor,
  ): Promise<ResponseOf<'create-webex-video-call'>> {
    return { url: await this.webexService.create(actor) };
  }

  @Get('bigbluebutton/create')
  createOnBigBlueButton(
    @CurrentActor() actor: Actor,
    @Input() { meeting_name: name, voice_only: isVoiceOnly }: CreateBigBlueButtonCallDto,
  ): Promise<ResponseOf<'create-big-blue-button-video-call'>> {
    const url = this.bigBlueButtonService.create(actor, { name, isVoiceOnly });
    return Promise.resolve({ url });
  }

  @Post('constructorgroups/create')
  async createOnConstructorGroups(
    @CurrentActor() actor: Actor,
  ): Promise<ResponseOf<'create-constructor-groups-video-call'>> {
    return { url: await this.constructorGroupsService.create(actor) };
  }

  @Post('nextcloud_talk/create')
  async createOnNextcloudTalk(
    @Input() { room_name: name }: CreateNextcloudTalkCallDto,
  ): Promise<ResponseOf<'create-nextcloud-talk-video-call'>> {
    return { url: await this.nextcloudTalkService.create(name) };
  }
}
