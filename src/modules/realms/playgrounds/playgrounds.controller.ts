import { Controller } from '@nestjs/common';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { Delete, Post } from '#platform/http/write-routes.js';
import { AddPlaygroundDto } from './playgrounds.dto.js';
import { PlaygroundsService } from './playgrounds.service.js';

@Controller('realm/playgrounds')
export class PlaygroundsController {
  constructor(private readonly playgroundsService: PlaygroundsService) {}

  @Post()
  @RequireRole(Role.Administrator)
  async add(
    @CurrentActor() actor: Actor,
    @Input() { name, pygments_language, url_template }: AddPlaygroundDto,
  ): Promise<ResponseOf<'add-code-playground'>> {
    const input = { name, pygmentsLanguage: pygments_language, urlTemplate: url_template };
    return { id: await this.playgroundsService.add(actor, input) };
  }

  @Delete(':playground_id')
  @RequireRole(Role.Administrator)
  async remove(
    @CurrentActor() actor: Actor,
    @PathId('playground_id') id: number,
  ): Promise<ResponseOf<'remove-code-playground'>> {
    await this.playgroundsService.remove(actor, id);
  }
}
