import { Controller, Get } from '@nestjs/common';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { Delete, Post } from '#platform/http/write-routes.js';
import { CreateInvitationsService, type InvitationInput } from './create-invitations.service.js';
import { inviteView } from './invitations.view.js';
import { CreateInviteLinkDto, SendInvitesDto } from './invites.dto.js';
import { ManageInvitationsService } from './manage-invitations.service.js';

@Controller('invites')
export class InvitesController {
  constructor(
    private readonly createInvitationsService: CreateInvitationsService,
    private readonly manageInvitationsService: ManageInvitationsService,
  ) {}

  @Get()
  @RequireRole(Role.Member)
  async list(@CurrentActor() actor: Actor): Promise<ResponseOf<'get-invites'>> {
    const listed = await this.manageInvitationsService.list(actor);
    return { invites: listed.map(({ invitation, linkUrl }) => inviteView(invitation, linkUrl)) };
  }

  @Post()
  @RequireRole(Role.Member)
  async send(
    @CurrentActor() actor: Actor,
    @Input() input: SendInvitesDto,
  ): Promise<ResponseOf<'send-invites'>> {
    await this.createInvitationsService.sendEmails(actor, input.invitee_emails, {
      ...inputOf(input),
      notifiesInviter: input.notify_referrer_on_join,
    });
  }

  @Post('multiuse')
  @RequireRole(Role.Member)
  async createLink(
    @CurrentActor() actor: Actor,
    @Input() input: CreateInviteLinkDto,
  ): Promise<ResponseOf<'create-invite-link'>> {
    const invitation = { ...inputOf(input), notifiesInviter: true };
    return { invite_link: await this.createInvitationsService.createLink(actor, invitation) };
  }

  @Delete('multiuse/:invite_id')
  @RequireRole(Role.Member)
  async revokeLink(
    @CurrentActor() actor: Actor,
    @PathId('invite_id') id: number,
  ): Promise<ResponseOf<'revoke-invite-link'>> {
    await this.manageInvitationsService.revoke(actor, { id, isLink: true });
  }

  @Delete(':invite_id')
  @RequireRole(Role.Member)
  async revoke(
    @CurrentActor() actor: Actor,
    @PathId('invite_id') id: number,
  ): Promise<ResponseOf<'revoke-email-invite'>> {
    await this.manageInvitationsService.revoke(actor, { id, isLink: false });
  }

  @Post(':invite_id/resend')
  @RequireRole(Role.Member)
  async resend(
    @CurrentActor() actor: Actor,
    @PathId('invite_id') id: number,
  ): Promise<ResponseOf<'resend-email-invite'>> {
    await this.manageInvitationsService.resend(actor, id);
  }
}

function inputOf(input: CreateInviteLinkDto): Omit<InvitationInput, 'notifiesInviter'> {
  return {
    role: input.invite_as,
    streamIds: input.stream_ids,
    groupIds: input.group_ids,
    withDefaultStreams: input.include_realm_default_subscriptions,
    welcomeText: input.welcome_message_custom_text,
    minutes: input.invite_expires_in_minutes,
  };
}
