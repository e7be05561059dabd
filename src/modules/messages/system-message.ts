// A message of one of the server's own bots, which may refer to whatever there is.
import { actorOf, type UserSummary } from '#modules/users/users.view.js';
import { Role } from '#platform/http/actor.js';
import type { OutgoingMessage } from './message-composer.service.js';

export function systemMessage(bot: UserSummary, content: string): OutgoingMessage {
  return {
    // The server refers to channels whoever may know of them.
    writer: { ...actorOf(bot, 'Internal'), role: Role.Owner },
    content,
    readBySender: true,
    echo: undefined,
    widget: undefined,
    dateSent: undefined,
  };
}
