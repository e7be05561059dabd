// The keys that sign SIP access tokens (ES256). The first key is generated when it is needed. A rotation retires
// the active key, which remains published until all tokens that it signed have expired.
import { Injectable } from '@nestjs/common';
import {
  calculateJwkThumbprint,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import { Clock } from '#platform/clock.js';
import { SecretBox } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import type { SipSigningKeyEntity } from './sip-signing-key.entity.js';
import { SipSigningKeysRepository } from './sip-signing-keys.repository.js';

export const SIGNING_ALGORITHM = 'ES256';

/** Longer than the validity of a token, because processes may still use a key that was just retired. */
const PUBLISHED_SECONDS = 3600;

export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
}

@Injectable()
export class SipSigningKeys {
  /** The key that this process used last. */
  private opened: SigningKey | undefined;

  constructor(
    private readonly sipSigningKeysRepository: SipSigningKeysRepository,
    private readonly secretBox: SecretBox,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Throws an UnopenableBoxError after a change of SECRET_KEY, until the keys are rotated. */
  async active(): Promise<SigningKey> {
    const { kid, sealedKey } = await this.requireActive();
    if (this.opened?.kid === kid) return this.opened;
    const jwk = JSON.parse(this.secretBox.open(sealedKey)) as JWK;
    const privateKey = (await importJWK(jwk, SIGNING_ALGORITHM)) as CryptoKey;
    this.opened = { kid, privateKey };
    return this.opened;
  }

  /** A JSON Web Key Set with the keys of all tokens that may still be valid. */
  async publicKeys(): Promise<{ keys: object[] }> {
    await this.requireActive();
    const usable = await this.sipSigningKeysRepository.findUsable(
      this.clock.ago(PUBLISHED_SECONDS),
    );
    return { keys: usable.map(({ publicKey }) => publicKey) };
  }

  /** Returns the id of the new key. */
  async rotate(): Promise<string> {
    const key = await this.generate();
    await this.database.transaction(async () => {
      const unpublished = this.clock.ago(PUBLISHED_SECONDS);
      await this.sipSigningKeysRepository.deleteRetiredBefore(unpublished);
      await this.sipSigningKeysRepository.retireActive(this.clock.now());
      await this.sipSigningKeysRepository.insertActive(key);
    });
    return (await this.requireActive()).kid;
  }

  private async requireActive(): Promise<SipSigningKeyEntity> {
    const existing = await this.sipSigningKeysRepository.findActive();
    if (existing) return existing;
    await this.sipSigningKeysRepository.insertActive(await this.generate());
    const active = await this.sipSigningKeysRepository.findActive();
    if (!active) throw new Error('There is no active signing key');
    return active;
  }

  private async generate(): Promise<SipSigningKeyEntity> {
    const pair = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
    const [privateJwk, publicJwk] = await Promise.all([
      exportJWK(pair.privateKey),
      exportJWK(pair.publicKey),
    ]);
    const kid = await calculateJwkThumbprint(publicJwk);
    return {
      kid,
      sealedKey: this.secretBox.seal(JSON.stringify(privateJwk)),
      publicKey: { ...publicJwk, kid, alg: SIGNING_ALGORITHM, use: 'sig' },
      createdAt: this.clock.now(),
      retiredAt: null,
    };
  }
}
