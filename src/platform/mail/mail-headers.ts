// The headers of outgoing mail other than subject and recipient.
import type { SendMailOptions } from 'nodemailer';
import type { MailEntity } from './mail.entity.js';

/** Asks mail servers and programs for no automatic answers. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/**
 * The organization is the name of the sender, unless `mailFrom` contains a name. A mail that is sent again after
 * a crash has the same Message-ID, by which receivers recognize it.
 */
export function mailHeaders(
  mail: Omit<MailEntity, 'recipient' | 'subject' | 'text' | 'html'>,
  mailFrom: string,
): SendMailOptions {
  const { id, organization, organizationUrl, unsubscribeUrl, replyTo, createdAt } = mail;
  const host = organizationUrl === null ? undefined : new URL(organizationUrl).hostname;
  return {
    from:
      organization === null || mailFrom.includes('<')
        ? mailFrom
        : { name: organization, address: mailFrom },
    ...(replyTo !== null && { replyTo: { name: organization ?? '', address: replyTo } }),
    ...(host !== undefined && { messageId: `<mail-${id}.${createdAt.getTime()}@${host}>` }),
    ...(host !== undefined && { list: { id: { url: host, comment: organization ?? '' } } }),
    headers: {
      ...AUTOMATIC,
      ...(unsubscribeUrl !== null && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
