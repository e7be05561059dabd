// URLs at which this server proxies images of other hosts, so that readers of a message do not reveal
// their addresses to them. The signature limits the proxy to URLs that this server made.
import { Injectable } from '@nestjs/common';
import { createHmac, hkdfSync } from 'node:crypto';
import { Config } from '#config/config.js';
import { equalInConstantTime } from '#platform/crypto.js';

@Injectable()
export class ExternalContentUrls {
  private readonly key: Buffer;

  constructor(config: Config) {
    this.key = Buffer.from(hkdfSync('sha256', config.secretKey, '', 'parley external content', 32));
  }

  url(source: string): string {
    const bytes = Buffer.from(source);
    return `/external_content/${this.signature(bytes)}/${bytes.toString('hex')}`;
  }

  /** Returns the proxied URL; undefined if the signature is invalid. */
  source(signature: string, encoded: string): string | undefined {
    if (!/^(?:[0-9a-f]{2})+$/.test(encoded)) return undefined;
    const bytes = Buffer.from(encoded, 'hex');
    return equalInConstantTime(signature, this.signature(bytes)) ? bytes.toString() : undefined;
  }

  private signature(bytes: Buffer): string {
    return createHmac('sha1', this.key).update(bytes).digest('hex');
  }
}
