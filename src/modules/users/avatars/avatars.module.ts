import { Module } from '@nestjs/common';
import { RealmsModule } from '#modules/realms/realms';
import { PicturesModule } from '#modules/uploads/pictures';
import { UsersModule } from '#modules/users/users';
import { AvatarFilesController } from './avatar-files.controller.js';
import { AvatarPictures } from './avatar-pictures.service.js';
import { AvatarsAccess } from './avatars.access.js';
import { AvatarsController } from './avatars.controller.js';
import { AvatarsService } from './avatars.service.js';
import { OwnAvatarController } from './own-avatar.controller.js';

@Module({
  imports: [PicturesModule, RealmsModule, UsersModule],
  controllers: [AvatarFilesController, AvatarsController, OwnAvatarController],
  providers: [AvatarPictures, AvatarsAccess, AvatarsService],
  exports: [AvatarPictures],
})
export class AvatarsModule {}
