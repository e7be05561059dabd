// Addresses at which this server passes on pictures from elsewhere, so that those who read a message
// do not show themselves to other servers. The signature keeps it from passing on anything else.
import { Injectable } from '@nestjs/common';
import { createHmac, hkdfSync } from 'node:crypto';
import { Config } from '#config/config.js';

@Injectable()
export class ExternalContent {
  private readonly key: Buffer;

  constructor(config: Config) {
    this.key = Buffer.from(hkdfSync('sha256', config.secretKey, '', 'parley external content', 32));
  }

  url(source: string): string {
    const signature = createHmac('sha1', this.key).update(source).digest('hex');
    return `/external_content/${signature}/${Buffer.from(source).toString('hex')}`;
  }
}
