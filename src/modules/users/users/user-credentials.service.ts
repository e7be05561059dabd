// Makes and checks what a user proves an identity with. API keys are stored twice: hashed to be
// found by, and sealed to be shown again. Passwords are stored as argon2id only.
import argon2 from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { randomAlphanumeric, SecretBox, sha256 } from '#platform/crypto.js';

const API_KEY_LENGTH = 32;

export interface NewApiKey {
  apiKey: string;
  hash: Buffer;
  sealed: Buffer;
}

@Injectable()
export class UserCredentials {
  private readonly nobodysHash: Promise<string> = argon2.hash(randomAlphanumeric(API_KEY_LENGTH));

  constructor(private readonly secretBox: SecretBox) {}

  newApiKey(): NewApiKey {
    const apiKey = randomAlphanumeric(API_KEY_LENGTH);
    return { apiKey, hash: sha256(apiKey), sealed: this.secretBox.seal(apiKey) };
  }

  openApiKey(sealed: Buffer): string {
    return this.secretBox.open(sealed);
  }

  hashPassword(password: string): Promise<string> {
    return argon2.hash(password);
  }

  /** Takes as long for a user without password, or for none at all, as for a wrong password. */
  async isPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
    const matches = await argon2.verify(passwordHash ?? (await this.nobodysHash), password);
    return matches && typeof passwordHash === 'string';
  }
}
