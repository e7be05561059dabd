import { Controller, Get } from '@nestjs/common';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { Delete, Patch, Post } from '#platform/http/write-routes.js';
import { LinkifierDto, ReorderLinkifiersDto } from './linkifiers.dto.js';
import { type LinkifierInput, LinkifiersService } from './linkifiers.service.js';
import { linkifierView } from './linkifiers.view.js';

@Controller('realm')
export class LinkifiersController {
  constructor(private readonly linkifiersService: LinkifiersService) {}

  @Get('linkifiers')
  async list(@CurrentActor() actor: Actor): Promise<ResponseOf<'get-linkifiers'>> {
    const linkifiers = await this.linkifiersService.list(actor);
    return { linkifiers: linkifiers.map(linkifierView) };
  }

  @Patch('linkifiers')
  @RequireRole(Role.Administrator)
  async reorder(
    @CurrentActor() actor: Actor,
    @Input() { ordered_linkifier_ids: ids }: ReorderLinkifiersDto,
  ): Promise<ResponseOf<'reorder-linkifiers'>> {
    await this.linkifiersService.reorder(actor, ids);
  }

  @Post('filters')
  @RequireRole(Role.Administrator)
  async create(
    @CurrentActor() actor: Actor,
    @Input() body: LinkifierDto,
  ): Promise<ResponseOf<'add-linkifier'>> {
    return { id: await this.linkifiersService.create(actor, inputOf(body)) };
  }

  @Patch('filters/:filter_id')
  @RequireRole(Role.Administrator)
  async update(
    @CurrentActor() actor: Actor,
    @PathId('filter_id') id: number,
    @Input() body: LinkifierDto,
  ): Promise<ResponseOf<'update-linkifier'>> {
    await this.linkifiersService.update(actor, id, inputOf(body));
  }

  @Delete('filters/:filter_id')
  @RequireRole(Role.Administrator)
  async delete(
    @CurrentActor() actor: Actor,
    @PathId('filter_id') id: number,
  ): Promise<ResponseOf<'remove-linkifier'>> {
    await this.linkifiersService.delete(actor, id);
  }
}

function inputOf(body: LinkifierDto): LinkifierInput {
  return {
    pattern: body.pattern.trim(),
    urlTemplate: body.url_template.trim(),
    exampleInput: textOrNull(body.example_input),
    reverseTemplate: textOrNull(body.reverse_template),
    alternativeUrlTemplates: body.alternative_url_templates,
  };
}

/** An empty text removes the value of the field. */
function textOrNull(text: string | undefined): string | null | undefined {
  return text === '' ? null : text;
}
