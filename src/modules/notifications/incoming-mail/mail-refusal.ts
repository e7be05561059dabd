// The SMTP replies by which mail is refused. A permanent refusal (5xx) has the sending server return the mail to its
// sender; after a temporary one (4xx) that server tries again.

export class MailRefusal extends Error {
  override readonly name = 'MailRefusal';

  /** `code` is an enhanced status code (RFC 3463), whose first digit decides whether the refusal is permanent. */
  constructor(
    readonly responseCode: number,
    code: string,
    text: string,
  ) {
    super(`${code} ${text}`);
  }

  static unknownAddress(): MailRefusal {
    return new MailRefusal(550, '5.1.1', 'There is no such mailbox');
  }

  static notPermitted(text: string): MailRefusal {
    return new MailRefusal(550, '5.7.1', text);
  }

  static temporary(): MailRefusal {
    return new MailRefusal(
      451,
      '4.3.0',
      'The mail cannot be processed now; please try again later',
    );
  }
}
