// Links in the footers of emails that end one kind of email for one user. They need no login and never expire: the
// key of a link is a signature, so that nothing is stored.
import { Injectable } from '@nestjs/common';
import { createHmac, hkdfSync } from 'node:crypto';
import { Config } from '#config/config.js';
import { RealmsService } from '#modules/realms/realms';
import { equalInConstantTime } from '#platform/crypto.js';

/** The kinds of email, as they appear in links, and the settings that turn them off. */
export const EMAIL_KINDS = {
  missed_messages: 'enable_offline_email_notifications',
  digest: 'enable_digest_emails',
  login: 'enable_login_emails',
  marketing: 'enable_marketing_emails',
} as const;

export type EmailKind = keyof typeof EMAIL_KINDS;

const KEY = /^(\d{1,10})-([\w-]{43})$/;

@Injectable()
export class UnsubscribeLinks {
  private readonly secret: Buffer;

  constructor(
    private readonly realmsService: RealmsService,
    config: Config,
  ) {
    this.secret = Buffer.from(hkdfSync('sha256', config.secretKey, '', 'parley unsubscribe', 32));
  }

  async url(user: { realmId: number; userId: number }, kind: EmailKind): Promise<string> {
    const { realmId, userId } = user;
    const key = `${userId}-${this.signature(realmId, userId, kind)}`;
    return `${await this.realmsService.url(realmId)}/accounts/unsubscribe/${kind}/${key}`;
  }

  /** Returns the user of a link of this server; undefined for any other link. */
  userOf(realmId: number, kind: EmailKind, key: string): number | undefined {
    const [, id, signature] = KEY.exec(key) ?? [];
    if (id === undefined || signature === undefined) return undefined;
    const expected = this.signature(realmId, Number(id), kind);
    return equalInConstantTime(signature, expected) ? Number(id) : undefined;
  }

  private signature(realmId: number, userId: number, kind: EmailKind): string {
    const content = `${realmId}:${userId}:${kind}`;
    return createHmac('sha256', this.secret).update(content).digest('base64url');
  }
}
