import { Controller, Get } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathText } from '#platform/http/parameters/input.js';
import { Delete, Patch, Post } from '#platform/http/write-routes.js';
import { AddNavigationViewDto, UpdateNavigationViewDto } from './navigation-views.dto.js';
import { NavigationViewsService } from './navigation-views.service.js';
import { navigationView } from './navigation-views.view.js';

@Controller('navigation_views')
export class NavigationViewsController {
  constructor(private readonly navigationViewsService: NavigationViewsService) {}

  @Get()
  async list(@CurrentActor() actor: Actor): Promise<ResponseOf<'get-navigation-views'>> {
    const views = await this.navigationViewsService.list(actor);
    return { navigation_views: views.map(navigationView) };
  }

  @Post()
  async add(
    @CurrentActor() actor: Actor,
    @Input() { fragment, is_pinned: isPinned, name }: AddNavigationViewDto,
  ): Promise<ResponseOf<'add-navigation-view'>> {
    await this.navigationViewsService.add(actor, { fragment, isPinned, name });
  }

  @Patch('*fragment')
  async update(
    @CurrentActor() actor: Actor,
    @PathText('fragment') fragment: string,
    @Input() { is_pinned: isPinned, name }: UpdateNavigationViewDto,
  ): Promise<ResponseOf<'edit-navigation-view'>> {
    await this.navigationViewsService.update(actor, fragment, { isPinned, name });
  }

  @Delete('*fragment')
  async remove(
    @CurrentActor() actor: Actor,
    @PathText('fragment') fragment: string,
  ): Promise<ResponseOf<'remove-navigation-view'>> {
    await this.navigationViewsService.remove(actor, fragment);
  }
}
