// A mail as the reading thread passes it on: decoded, and within limits.

export interface MailToRead {
  source: Uint8Array;
  preferHtml: boolean;
}

export interface ReceivedMail {
  subject: string;
  /** The sender of the header `From`, as "Name <address>". */
  from: string;
  fromAddress: string;
  messageId: string;
  /** The lower-case value of the header `Auto-Submitted`; empty without it. */
  autoSubmitted: string;
  /** The number of servers that passed the mail on. */
  hops: number;
  /** Plain text, or Markdown made from HTML. */
  text: string;
  attachments: MailAttachment[];
}

export interface MailAttachment {
  name: string;
  contentType: string;
  content: Uint8Array;
}

/** More attachments are left out. */
export const MAX_ATTACHMENTS = 20;
