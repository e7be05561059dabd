import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RealmsModule } from '#modules/realms/realms';
import { PicturesModule } from '#modules/uploads/pictures';
import { RealmPictureEntity } from './realm-picture.entity.js';
import { RealmPictureFilesController } from './realm-picture-files.controller.js';
import { RealmPicturesController } from './realm-pictures.controller.js';
import { RealmPicturesRepository } from './realm-pictures.repository.js';
import { RealmPicturesService } from './realm-pictures.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([RealmPictureEntity]), PicturesModule, RealmsModule],
  controllers: [RealmPictureFilesController, RealmPicturesController],
  providers: [RealmPicturesRepository, RealmPicturesService],
})
export class RealmPicturesModule {}
