// Who a message is from, when a bridge to another chat passes on what others said there. Only
// whom the operator trusts may do that.
import { Injectable } from '@nestjs/common';
import { actorOf, UsersService } from '#modules/users/users';
import { Clock, fromSeconds } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { ForgingRepository } from './forging.repository.js';

const UNIX_SECONDS = /^\d{1,11}(\.\d{1,9})?$/;

export interface Forgery {
  /** The address of who said it; the actor when absent. */
  sender: string | undefined;
  /** UNIX seconds, now when absent. */
  time: string | undefined;
}

@Injectable()
export class ForgedSenders {
  constructor(
    private readonly forgingRepository: ForgingRepository,
    private readonly usersService: UsersService,
    private readonly clock: Clock,
  ) {}

  /** Throws when the actor may not write for others, or not for these. */
  async resolve(
    actor: Actor,
    { sender, time }: Forgery,
  ): Promise<{ writer: Actor; dateSent: Date | undefined }> {
    if (!(await this.forgingRepository.mayForge(actor.userId))) {
      throw ApiError.badRequest('You can not send messages in the name of others');
    }
    return { writer: await this.writer(actor, sender), dateSent: this.moment(time) };
  }

  /** For the operator: whether the user may from now on. */
  allow(user: { id: number }, allowed: boolean): Promise<void> {
    return this.forgingRepository.allow(user.id, allowed);
  }

  private async writer(actor: Actor, sender: string | undefined): Promise<Actor> {
    if (sender === undefined) return actor;
    const [person] = await this.usersService.findByEmails(actor.realmId, [sender.trim()]);
    if (!person) throw ApiError.badRequest(`There is no user with the address '${sender}'`);
    return actorOf(person, actor.clientName);
  }

  private moment(time: string | undefined): Date | undefined {
    if (time === undefined) return undefined;
    if (!UNIX_SECONDS.test(time)) throw ApiError.badRequest('time must be UNIX seconds');
    const moment = fromSeconds(Number(time));
    if (moment > this.clock.now()) throw ApiError.badRequest('time is in the future');
    return moment;
  }
}
