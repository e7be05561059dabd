// The initial streams of every realm: a general one, which also receives the announcements, and a sandbox.
// New members are subscribed to both.
import { Injectable } from '@nestjs/common';
import { SendMessageService } from '#modules/messages/send';
import { RealmsService } from '#modules/realms/realms';
import { CreateStreamsService, PLAIN_STREAM, type Stream } from '#modules/streams/streams';
import { UsersService } from '#modules/users/users';

const GENERAL = {
  name: 'general',
  description: 'Announcements, and conversations that have no channel of their own yet.',
};
const SANDBOX = {
  name: 'sandbox',
  description: 'For trying things out: formatting, topics, bots.',
};

const WELCOME_TOPIC = 'welcome';
const WELCOME_TEXT = `Welcome to **your new organization**! :wave:

This is a **topic** in the channel #**${GENERAL.name}**. Each channel has many topics, so that you can follow each conversation separately and find it again later.

* Reply here to continue this topic, or start another topic.
* Create a channel for each team, project or interest.
* Try things out in #**${SANDBOX.name}**.`;

@Injectable()
export class FirstStreamsService {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly createStreamsService: CreateStreamsService,
    private readonly usersService: UsersService,
    private readonly sendMessageService: SendMessageService,
  ) {}

  /** For a new realm, before it has users. Joins the current transaction. */
  async create(realmId: number): Promise<{ general: Stream }> {
    const streams = await this.createStreamsService.create(realmId, null, [GENERAL, SANDBOX], {
      ...PLAIN_STREAM,
      isDefault: true,
    });
    const general = streams.find(({ name }) => name === GENERAL.name);
    if (!general) throw new Error(`Realm ${realmId} had channels before it was set up`);
    await this.realmsService.initialize(realmId, {
      new_stream_announcements_stream_id: general.id,
      zulip_update_announcements_stream_id: general.id,
    });
    return { general };
  }

  /** Sends the first message to the current subscribers. */
  async welcome(general: Stream): Promise<void> {
    const bot = await this.usersService.systemBot(general.realmId, 'welcome-bot');
    const to = { stream: general, topic: WELCOME_TOPIC };
    await this.sendMessageService.sendAs(bot, [{ to, content: WELCOME_TEXT }]);
  }
}
