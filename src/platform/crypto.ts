// Random values, hashes and encryption. Secrets that must be shown again (API keys) are encrypted
// with a key derived from SECRET_KEY.
import { Injectable } from '@nestjs/common';
import {
  createCipheriv,
  createDecipheriv,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import { Config } from '#config/config.js';

const ALPHANUMERICS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function randomAlphanumeric(length: number): string {
  return Array.from({ length }, () => ALPHANUMERICS[randomInt(ALPHANUMERICS.length)]).join('');
}

/** Of two characters for each byte. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

export function randomId(): string {
  return randomUUID();
}

export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

export function equalInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

/** The value was encrypted with another SECRET_KEY than that of this process, or was altered. */
export class UnopenableBoxError extends Error {}

@Injectable()
export class SecretBox {
  private readonly key: Buffer;

  constructor(config: Config) {
    this.key = Buffer.from(hkdfSync('sha256', config.secretKey, '', 'parley secret box', 32));
  }

  /** AES-256-GCM; the result is nonce, tag and ciphertext in one buffer. */
  seal(text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce);
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
  }

  /** Throws an UnopenableBoxError. */
  open(box: Buffer): string {
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.key, box.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const ciphertext = box.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
    } catch (error) {
      throw new UnopenableBoxError('SECRET_KEY does not decrypt the value', { cause: error });
    }
  }
}
