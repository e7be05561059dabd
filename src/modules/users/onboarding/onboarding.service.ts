// The welcome of a new user: a starred direct message of the Welcome Bot that explains conversations, and the
// welcome text of the invitation or, without one, of the organization.
import { Injectable } from '@nestjs/common';
import { InvitationsService } from '#modules/invites/invites';
import { MessageFlagsService } from '#modules/messages/flags';
import { SendMessageService } from '#modules/messages/send';
import { RealmsService } from '#modules/realms/realms';
import { actorOf, UsersService } from '#modules/users/users';
import { Database } from '#platform/database/database.js';

const CLIENT_NAME = 'Internal';

@Injectable()
export class OnboardingService {
  constructor(
    private readonly usersService: UsersService,
    private readonly realmsService: RealmsService,
    private readonly invitationsService: InvitationsService,
    private readonly sendMessageService: SendMessageService,
    private readonly messageFlagsService: MessageFlagsService,
    private readonly database: Database,
  ) {}

  /** Does nothing for bots and deactivated users. Joins the current transaction. */
  async welcome({ realmId, userId }: { realmId: number; userId: number }): Promise<void> {
    const [user] = await this.usersService.findByIds(realmId, [userId]);
    if (!user?.isActive || user.botType !== null) return;
    await this.database.transaction(async () => {
      const { name } = await this.realmsService.get(realmId);
      const { welcome_message_custom_text: organizationText } =
        await this.realmsService.settings(realmId);
      const customText = (await this.invitationsService.welcomeText(userId)) ?? organizationText;
      const bot = await this.usersService.systemBot(realmId, 'welcome-bot');
      const [messageId] = await this.sendMessageService.sendAs(bot, [
        { to: user, content: welcomeText(name) },
      ]);
      await this.messageFlagsService.update(actorOf(user, CLIENT_NAME), {
        op: 'add',
        flag: 'starred',
        messageIds: [messageId!],
      });
      if (customText.trim() === '') return;
      await this.sendMessageService.sendAs(bot, [{ to: user, content: customText }]);
    });
  }
}

function welcomeText(realmName: string): string {
  return `Hello, and welcome to **${realmName}**! :wave:

This is a **direct message**, which only you and the Welcome Bot can read. Most conversations take place in **channels**, where each message belongs to a **topic**:

* Read one topic at a time, and leave the others for later.
* Reply in the topic that you are reading, or start a new topic for another subject.
* Mention people with \`@**their name**\` to notify them.

This message is starred, so that you can find it among your starred messages.`;
}
