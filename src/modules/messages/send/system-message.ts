// Messages of one of the server's own bots, which may refer to whatever there is.
import { actorOf, type UserSummary } from '#modules/users/users';
import { Role } from '#platform/http/actor.js';
import type { OutgoingMessage } from './message-composer.service.js';

export function systemMessage(bot: UserSummary, content: string): OutgoingMessage {
  return { ...systemNotice(bot), content };
}

export function systemNotice(bot: UserSummary): Omit<OutgoingMessage, 'content'> {
  return {
    // The server refers to channels whoever may know of them.
    writer: { ...actorOf(bot, 'Internal'), role: Role.Owner },
    readBySender: true,
    echo: undefined,
    widget: undefined,
    dateSent: undefined,
  };
}
