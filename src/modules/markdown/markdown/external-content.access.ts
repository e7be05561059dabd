// Addresses at which this server passes on pictures from elsewhere, so that those who read a message
// do not show themselves to other servers. The signature keeps it from passing on anything else.
import { Injectable } from '@nestjs/common';
import { createHmac, hkdfSync } from 'node:crypto';
import { Config } from '#config/config.js';
import { equalInConstantTime } from '#platform/crypto.js';

@Injectable()
export class ExternalContent {
  private readonly key: Buffer;

  constructor(config: Config) {
    this.key = Buffer.from(hkdfSync('sha256', config.secretKey, '', 'parley external content', 32));
  }

  url(source: string): string {
    const bytes = Buffer.from(source);
    return `/external_content/${this.signature(bytes)}/${bytes.toString('hex')}`;
  }

  /** What the address stands for; undefined for one that this server has not made. */
  source(signature: string, encoded: string): string | undefined {
    if (!/^(?:[0-9a-f]{2})+$/.test(encoded)) return undefined;
    const bytes = Buffer.from(encoded, 'hex');
    return equalInConstantTime(signature, this.signature(bytes)) ? bytes.toString() : undefined;
  }

  private signature(bytes: Buffer): string {
    return createHmac('sha1', this.key).update(bytes).digest('hex');
  }
}
