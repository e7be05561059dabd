import { Module } from '@nestjs/common';
import { EmojiModule } from '#modules/realms/emoji';
import { RealmsModule } from '#modules/realms/realms';
import { PicturesModule } from '#modules/uploads/pictures';
import { CustomEmojiController } from './custom-emoji.controller.js';
import { CustomEmojiService } from './custom-emoji.service.js';
import { EmojiFilesController } from './emoji-files.controller.js';
import { EmojiPictures } from './emoji-pictures.service.js';

@Module({
  imports: [EmojiModule, PicturesModule, RealmsModule],
  controllers: [CustomEmojiController, EmojiFilesController],
  providers: [CustomEmojiService, EmojiPictures],
})
export class CustomEmojiModule {}
