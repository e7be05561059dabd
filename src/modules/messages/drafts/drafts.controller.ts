import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { ReadyJson } from '#platform/http/ready-json.js';
import { Delete, Patch, Post } from '#platform/http/write-routes.js';
import { CreateDraftsDto, EditDraftDto } from './drafts.dto.js';
import { DraftsService } from './drafts.service.js';
import { draftView } from './drafts.view.js';

@Controller('drafts')
export class DraftsController {
  constructor(private readonly draftsService: DraftsService) {}

  @Get()
  async list(@CurrentActor() actor: Actor): Promise<ResponseOf<'get-drafts'>> {
    const drafts = await this.draftsService.list(actor);
    return { count: drafts.length, drafts: ReadyJson.values(drafts, draftView) };
  }

  @Post()
  async create(
    @CurrentActor() actor: Actor,
    @Input() { drafts }: CreateDraftsDto,
  ): Promise<ResponseOf<'create-drafts'>> {
    return { ids: await this.draftsService.create(actor, drafts) };
  }

  @Patch(':draft_id')
  async edit(
    @CurrentActor() actor: Actor,
    @PathId('draft_id') id: number,
    @Input() { draft }: EditDraftDto,
  ): Promise<ResponseOf<'edit-draft'>> {
    await this.draftsService.edit(actor, id, draft);
  }

  @Delete(':draft_id')
  async delete(
    @CurrentActor() actor: Actor,
    @PathId('draft_id') id: number,
  ): Promise<ResponseOf<'delete-draft'>> {
    await this.draftsService.delete(actor, id);
  }
}
