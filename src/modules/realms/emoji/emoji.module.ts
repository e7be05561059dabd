import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CustomEmojiEntity } from './custom-emoji.entity.js';
import { EmojiRepository } from './emoji.repository.js';
import { EmojiService } from './emoji.service.js';
import { EmojiSnapshot } from './emoji.snapshot.js';

@Module({
  imports: [TypeOrmModule.forFeature([CustomEmojiEntity])],
  providers: [EmojiRepository, EmojiService, EmojiSnapshot],
  exports: [EmojiService],
})
export class EmojiModule {}
