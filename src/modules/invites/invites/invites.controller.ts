import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { CreateInviteLink, SendInvites } from './create-invites.service.js';
import type { InviteRequest } from './invites.access.js';
import { CreateInviteLinkDto, SendInvitesDto } from './invites.dto.js';
import { ListInvites, ManageInvites } from './manage-invites.service.js';

@Controller('invites')
export class InvitesController {
  constructor(
    private readonly sendInvites: SendInvites,
    private readonly createInviteLink: CreateInviteLink,
    private readonly listInvites: ListInvites,
    private readonly manageInvites: ManageInvites,
  ) {}

  @Get()
  @RequireRole(Role.Member)
  async list(@CurrentActor() actor: Actor): Promise<ResponseOf<'get-invites'>> {
    return { invites: await this.listInvites.list(actor) };
  }

  @Post()
  @HttpCode(200)
  @RequireRole(Role.Member)
  async send(
    @CurrentActor() actor: Actor,
    @Input() input: SendInvitesDto,
  ): Promise<ResponseOf<'send-invites'>> {
    const request = { ...termsIn(input), notifiesInviter: input.notify_referrer_on_join };
    await this.sendInvites.send(actor, input.invitee_emails, request);
  }

  @Post('multiuse')
  @HttpCode(200)
  @RequireRole(Role.Member)
  async createLink(
    @CurrentActor() actor: Actor,
    @Input() input: CreateInviteLinkDto,
  ): Promise<ResponseOf<'create-invite-link'>> {
    const request = { ...termsIn(input), notifiesInviter: true };
    return { invite_link: await this.createInviteLink.create(actor, request) };
  }

  @Delete('multiuse/:invite_id')
  @RequireRole(Role.Member)
  async revokeLink(
    @CurrentActor() actor: Actor,
    @PathId('invite_id') id: number,
  ): Promise<ResponseOf<'revoke-invite-link'>> {
    await this.manageInvites.revoke(actor, { id, isLink: true });
  }

  @Delete(':invite_id')
  @RequireRole(Role.Member)
  async revoke(
    @CurrentActor() actor: Actor,
    @PathId('invite_id') id: number,
  ): Promise<ResponseOf<'revoke-email-invite'>> {
    await this.manageInvites.revoke(actor, { id, isLink: false });
  }

  @Post(':invite_id/resend')
  @HttpCode(200)
  @RequireRole(Role.Member)
  async resend(
    @CurrentActor() actor: Actor,
    @PathId('invite_id') id: number,
  ): Promise<ResponseOf<'resend-email-invite'>> {
    await this.manageInvites.resend(actor, id);
  }
}

function termsIn(input: CreateInviteLinkDto): Omit<InviteRequest, 'notifiesInviter'> {
  return {
    role: input.invite_as,
    streamIds: input.stream_ids,
    groupIds: input.group_ids,
    withDefaultStreams: input.include_realm_default_subscriptions,
    welcomeText: input.welcome_message_custom_text,
    minutes: input.invite_expires_in_minutes,
  };
}
