// Refresh tokens and handles contain kind, family and generation, sealed with SECRET_KEY. Clients cannot read or
// change them, and the server recognizes used tokens without storing them.
import { Injectable } from '@nestjs/common';
import { SecretBox, sha256 } from '#platform/crypto.js';

const KINDS = ['token', 'handle'] as const;
const FORM = /^sip refresh (token|handle) ([0-9a-f-]{36}) (\d+)$/;
/** Longer strings are rejected without decryption. */
const MAX_LENGTH = 200;

export interface RefreshPair {
  token: string;
  handle: string;
}

/** The pair in a request, identified by its token, its handle, or both. */
export interface NamedPair {
  familyId: string;
  generation: number;
  tokenHash: Buffer | undefined;
  handleHash: Buffer | undefined;
}

@Injectable()
export class RefreshTokens {
  constructor(private readonly secretBox: SecretBox) {}

  issue(familyId: string, generation: number): RefreshPair {
    const [token, handle] = KINDS.map((kind) =>
      this.secretBox.seal(`sip refresh ${kind} ${familyId} ${generation}`).toString('base64url'),
    );
    return { token: token!, handle: handle! };
  }

  /** Returns undefined if the token or the handle is not valid, or if they are not of the same pair. */
  read({ token, handle }: Partial<RefreshPair>): NamedPair | undefined {
    const parts = [this.open('token', token), this.open('handle', handle)];
    const [first, second] = parts.filter((part) => part !== undefined);
    if (!first || first === 'invalid' || second === 'invalid') return undefined;
    if (second && (second.familyId !== first.familyId || second.generation !== first.generation)) {
      return undefined;
    }
    return {
      ...first,
      tokenHash: token === undefined ? undefined : sha256(token),
      handleHash: handle === undefined ? undefined : sha256(handle),
    };
  }

  private open(
    expected: (typeof KINDS)[number],
    text: string | undefined,
  ): Pick<NamedPair, 'familyId' | 'generation'> | 'invalid' | undefined {
    if (text === undefined) return undefined;
    if (text.length > MAX_LENGTH) return 'invalid';
    const [, kind, familyId, generation] = FORM.exec(this.unseal(text)) ?? [];
    if (kind !== expected) return 'invalid';
    return { familyId: familyId!, generation: Number(generation) };
  }

  private unseal(text: string): string {
    try {
      return this.secretBox.open(Buffer.from(text, 'base64url'));
    } catch {
      return '';
    }
  }
}
