// The sample message for a bot whose webhook no message has triggered.
import type { MessageToBot } from '#modules/messages/fetch';
import { displayRecipient, messageView } from '#modules/messages/messages';
import { avatarOf, type UserSummary } from '#modules/users/users';

export interface SampleParts {
  sender: UserSummary;
  bot: UserSummary;
  realmStringId: string;
  timestamp: number;
}

export function sampleMessage({
  sender,
  bot,
  realmStringId,
  timestamp,
}: SampleParts): MessageToBot['view'] {
  const renderedContent = '<p>Hello</p>';
  const message = {
    id: 1,
    senderId: sender.id,
    content: 'Hello',
    renderedContent,
    recipientId: 1,
    timestamp,
    client: 'website',
    topic: '',
    isMeMessage: false,
    senderFullName: sender.fullName,
    senderEmail: sender.email,
    avatar: { ...avatarOf(sender), isEmailHidden: sender.email !== sender.deliveryEmail },
    realmStringId,
    displayRecipient: [sender, bot].toSorted((a, b) => a.id - b.id).map(displayRecipient),
    streamId: null,
  };
  const form = { applyMarkdown: false, clientGravatar: false, understandsEmptyTopic: false };
  return { ...messageView(message, form), rendered_content: renderedContent };
}
