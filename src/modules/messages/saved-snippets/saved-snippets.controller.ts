import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { ReadyJson } from '#platform/http/ready-json.js';
import { Delete, Patch, Post } from '#platform/http/write-routes.js';
import { CreateSavedSnippetDto, EditSavedSnippetDto } from './saved-snippets.dto.js';
import { SavedSnippetsService } from './saved-snippets.service.js';
import { savedSnippetView } from './saved-snippets.view.js';

@Controller('saved_snippets')
export class SavedSnippetsController {
  constructor(private readonly savedSnippetsService: SavedSnippetsService) {}

  @Get()
  async list(@CurrentActor() actor: Actor): Promise<ResponseOf<'get-saved-snippets'>> {
    const snippets = await this.savedSnippetsService.list(actor);
    return { saved_snippets: ReadyJson.values(snippets, savedSnippetView) };
  }

  @Post()
  async create(
    @CurrentActor() actor: Actor,
    @Input() input: CreateSavedSnippetDto,
  ): Promise<ResponseOf<'create-saved-snippet'>> {
    return { saved_snippet_id: await this.savedSnippetsService.create(actor, input) };
  }

  @Patch(':saved_snippet_id')
  async edit(
    @CurrentActor() actor: Actor,
    @PathId('saved_snippet_id') id: number,
    @Input() input: EditSavedSnippetDto,
  ): Promise<ResponseOf<'edit-saved-snippet'>> {
    await this.savedSnippetsService.edit(actor, id, input);
  }

  @Delete(':saved_snippet_id')
  async delete(
    @CurrentActor() actor: Actor,
    @PathId('saved_snippet_id') id: number,
  ): Promise<ResponseOf<'delete-saved-snippet'>> {
    await this.savedSnippetsService.delete(actor, id);
  }
}
