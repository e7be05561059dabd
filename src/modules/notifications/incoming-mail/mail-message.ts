// The message for a mail: its text without signature and quotes, and links to the attachments.
import { LIMITS } from '#modules/realms/realms';
import type { UploadedFile } from '#modules/uploads/attachments';
import type { MailOptions } from './incoming-address.js';
import { isForwarded } from './mail-topic.js';
import type { ReceivedMail } from './received-mail.js';
import { withoutQuotes, withoutSignature } from './reply-text.js';

const EMPTY = '(No email body)';
const CUT = '\n[message truncated]';

/** The text is cut where the message would be too long, the links never. */
export function messageOf(mail: ReceivedMail, options: MailOptions, files: UploadedFile[]): string {
  const links = files.map(
    (file) => `\n[${file.fileName.replaceAll(/[[\]]/g, '')}](/user_uploads/${file.pathId})`,
  );
  const head = options.showSender ? `From: ${mail.from}\n` : '';
  const body = bodyOf(mail, options) || (files.length > 0 ? '' : EMPTY);
  const room = LIMITS.max_message_length - [...links.join('')].length;
  return `${cut(`${head}${body}`, room)}${links.join('')}`.trim();
}

function bodyOf({ subject, text }: ReceivedMail, options: MailOptions): string {
  const ownText =
    options.includeQuotes || isForwarded(subject) ? text : withoutQuotes(text) || text;
  return options.includeFooter ? ownText : withoutSignature(ownText);
}

function cut(text: string, room: number): string {
  const characters = [...text];
  if (characters.length <= room) return text;
  return `${characters.slice(0, room - CUT.length).join('')}${CUT}`;
}
