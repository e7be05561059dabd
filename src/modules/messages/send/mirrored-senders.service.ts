// Senders of messages that a bridge mirrors from another chat. The operator allows single accounts to
// send on behalf of others.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import { actorOf, UsersService } from '#modules/users/users';
import { Clock, fromSeconds } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { MirroredSendersRepository } from './mirrored-senders.repository.js';

const UNIX_SECONDS = /^\d{1,11}(\.\d{1,9})?$/;

export interface MirroredMessage {
  /** Email address of the sender; defaults to the actor. */
  sender: string | undefined;
  /** UNIX seconds; defaults to the current time. */
  time: string | undefined;
}

@Injectable()
export class MirroredSenders {
  constructor(
    private readonly mirroredSendersRepository: MirroredSendersRepository,
    private readonly usersService: UsersService,
    private readonly auditLog: AuditLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Returns the actor, or the original sender of a mirrored message. Throws if the actor may not mirror. */
  async resolve(
    actor: Actor,
    mirrored: MirroredMessage | undefined,
  ): Promise<{ sender: Actor; dateSent: Date | undefined }> {
    if (!mirrored) return { sender: actor, dateSent: undefined };
    if (!(await this.mirroredSendersRepository.isAllowed(actor.userId))) {
      throw ApiError.badRequest('You may not send messages on behalf of others');
    }
    const sender = await this.sender(actor, mirrored.sender);
    return { sender, dateSent: this.dateSent(mirrored.time) };
  }

  /** Sets whether the user may send on behalf of others. */
  async allow(user: { realmId: number; id: number }, isAllowed: boolean): Promise<void> {
    await this.database.transaction(async () => {
      await this.mirroredSendersRepository.allow(user.id, isAllowed);
      this.auditLog.record(user.realmId, {
        kind: 'user.permission_changed',
        targetIds: [user.id],
        after: { can_send_on_behalf: isAllowed },
      });
    });
  }

  private async sender(actor: Actor, email: string | undefined): Promise<Actor> {
    if (email === undefined) return actor;
    const [user] = await this.usersService.findByEmails(actor.realmId, [email.trim()]);
    if (!user) throw ApiError.badRequest(`There is no user with the address '${email}'`);
    return actorOf(user, actor.clientName);
  }

  private dateSent(time: string | undefined): Date | undefined {
    if (time === undefined) return undefined;
    if (!UNIX_SECONDS.test(time)) throw ApiError.badRequest('The time must be in UNIX seconds');
    const date = fromSeconds(Number(time));
    if (date > this.clock.now()) throw ApiError.badRequest('The time is in the future');
    return date;
  }
}
