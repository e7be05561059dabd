import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MarkdownModule } from '#modules/markdown/markdown';
import { UsersModule } from '#modules/users/users';
import { ProfileFieldEntity } from './profile-field.entity.js';
import { ProfileFieldsController } from './profile-fields.controller.js';
import { ProfileFieldsRepository } from './profile-fields.repository.js';
import { ProfileFieldsService } from './profile-fields.service.js';
import { ProfileFieldsSnapshot } from './profile-fields.snapshot.js';
import { ProfileValues } from './profile-values.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ProfileFieldEntity]), MarkdownModule, UsersModule],
  controllers: [ProfileFieldsController],
  providers: [ProfileFieldsRepository, ProfileFieldsService, ProfileFieldsSnapshot, ProfileValues],
  exports: [ProfileValues],
})
export class ProfileFieldsModule {}
