// Signatures of third parties, which are verified if the URL contains the secret as `webhook_secret`.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Payload } from './payload.js';

export interface SignedRequest {
  /** The body as received. */
  body: Buffer;
  payload: Payload;
  /** The URL that the third party requested, with its query. */
  url: string;
  header: (name: string) => string | undefined;
}

/** Whether the request has a valid signature. */
export type SignatureScheme = (request: SignedRequest, secret: string) => boolean;

export interface HmacOptions {
  /** The header with the signature. If it is missing, the signature is invalid. */
  header: string;
  algorithm: 'sha1' | 'sha256' | 'sha512' | 'md5';
  /** Encoding of the signature; hexadecimal by default. */
  encoding?: 'hex' | 'base64';
  /** Text before the signature, such as `sha256=`. */
  prefix?: string;
  /** Returns the signed content, or undefined if the request is incomplete. By default, the body. */
  message?: (request: SignedRequest) => string | Buffer | undefined;
}

/** The header contains the HMAC of the body. It may contain several, separated by commas. */
export function hmac(options: HmacOptions): SignatureScheme {
  const { header, algorithm, encoding = 'hex', prefix = '' } = options;
  const { message = ({ body }: SignedRequest): Buffer => body } = options;
  return (request, secret) => {
    const content = message(request);
    if (content === undefined) return false;
    const expected = prefix + createHmac(algorithm, secret).update(content).digest(encoding);
    const received = request.header(header)?.split(',') ?? [];
    return received.some((signature) => areEqual(signature.trim(), expected));
  };
}

/** The header contains the secret itself. */
export function sharedSecret({ header }: { header: string }): SignatureScheme {
  return (request, secret) => areEqual(request.header(header) ?? '', secret);
}

/** Compares in constant time. */
export function areEqual(received: string, expected: string): boolean {
  const [a, b] = [received, expected].map((value) =>
    createHmac('sha256', 'comparison').update(value).digest(),
  ) as [Buffer, Buffer];
  return timingSafeEqual(a, b);
}
