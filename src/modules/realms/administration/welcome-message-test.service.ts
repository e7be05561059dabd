// Sends the welcome message for new users to an administrator as a preview.
import { Injectable } from '@nestjs/common';
import { SendMessageService } from '#modules/messages/send';
import { UsersService } from '#modules/users/users';
import type { Actor } from '#platform/http/actor.js';

@Injectable()
export class WelcomeMessageTestService {
  constructor(
    private readonly usersService: UsersService,
    private readonly sendMessageService: SendMessageService,
  ) {}

  /** Returns the id of the direct message that the Welcome Bot sends to the actor. */
  async send({ realmId, userId }: Actor, text: string): Promise<number> {
    const bot = await this.usersService.systemBot(realmId, 'welcome-bot');
    const [person] = await this.usersService.findByIds(realmId, [userId]);
    const [id] = await this.sendMessageService.sendAs(bot, [{ to: person!, content: text }]);
    return id!;
  }
}
