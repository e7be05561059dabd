import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NavigationViewEntity } from './navigation-view.entity.js';
import { NavigationViewsController } from './navigation-views.controller.js';
import { NavigationViewsRepository } from './navigation-views.repository.js';
import { NavigationViewsService } from './navigation-views.service.js';
import { NavigationViewsSnapshot } from './navigation-views.snapshot.js';

@Module({
  imports: [TypeOrmModule.forFeature([NavigationViewEntity])],
  controllers: [NavigationViewsController],
  providers: [NavigationViewsRepository, NavigationViewsService, NavigationViewsSnapshot],
})
export class NavigationViewsModule {}
