// Muted users: their messages are delivered to the user who muted them, but are marked as read.
import { Injectable } from '@nestjs/common';
import { MarkReadService } from '#modules/messages/flags';
import { UsersAccess } from '#modules/users/users';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { mutedUsersEvent } from './muted-users.events.js';
import { MutedUsersRepository } from './muted-users.repository.js';
import { mutedUserView } from './muted-users.view.js';

@Injectable()
export class MutedUsersService {
  constructor(
    private readonly mutedUsersRepository: MutedUsersRepository,
    private readonly usersAccess: UsersAccess,
    private readonly markReadService: MarkReadService,
    private readonly eventLog: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Also marks the existing messages of the user as read. */
  async mute(actor: Actor, userId: number): Promise<void> {
    if (userId === actor.userId) throw ApiError.badRequest('You cannot mute yourself');
    const user = await this.usersAccess.requireById(actor, userId);
    await this.database.transaction(async () => {
      if (!(await this.mutedUsersRepository.insert(actor.userId, user.id, this.clock.now()))) {
        throw ApiError.badRequest('This user is already muted');
      }
      await this.publish(actor);
      await this.markReadService.fromSender(actor, user.id);
    });
  }

  async unmute(actor: Actor, userId: number): Promise<void> {
    const user = await this.usersAccess.requireById(actor, userId);
    await this.database.transaction(async () => {
      if (!(await this.mutedUsersRepository.delete(actor.userId, user.id))) {
        throw ApiError.badRequest('This user is not muted');
      }
      await this.publish(actor);
    });
  }

  private async publish({ realmId, userId }: Actor): Promise<void> {
    const muted = await this.mutedUsersRepository.findAll(userId);
    const change = { muted_users: muted.map(mutedUserView) };
    this.eventLog.append(mutedUsersEvent(realmId, change, Audience.user(userId)));
  }
}
