import type { Submessage } from '#modules/messages/messages';
import type { SubmessageEntity } from './submessage.entity.js';

export function submessageView(submessage: SubmessageEntity): Submessage {
  const { id, messageId, senderId, msgType, content } = submessage;
  return { id, message_id: messageId, sender_id: senderId, msg_type: msgType, content };
}
