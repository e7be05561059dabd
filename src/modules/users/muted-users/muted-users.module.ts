import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MessageFlagsModule } from '#modules/messages/flags';
import { UsersModule } from '#modules/users/users';
import { MutedUserEntity } from './muted-user.entity.js';
import { MutedUsersController } from './muted-users.controller.js';
import { MutedUsersRepository } from './muted-users.repository.js';
import { MutedUsersService } from './muted-users.service.js';
import { MutedUsersSnapshot } from './muted-users.snapshot.js';

@Module({
  imports: [MessageFlagsModule, TypeOrmModule.forFeature([MutedUserEntity]), UsersModule],
  controllers: [MutedUsersController],
  providers: [MutedUsersRepository, MutedUsersService, MutedUsersSnapshot],
})
export class MutedUsersModule {}
