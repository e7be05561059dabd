// What all code that talks to an S3-compatible service shares.
import { type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import type { S3Config } from '#config/s3.js';

/** The smallest that S3 allows. At most 10,000 parts are allowed, more than the largest file has. */
export const PART_BYTES = 5 * 1024 * 1024;
const CONNECT_MS = 5_000;
/** Longer than a response that its client does not read may stay open. */
const SILENCE_MS = 300_000;
/** Downloads hold a connection while their client reads. */
const MAX_CONNECTIONS = 1000;

export function clientConfig({
  region,
  endpoint,
  credentials,
  forcePathStyle,
}: S3Config): S3ClientConfig {
  const agent = { maxSockets: MAX_CONNECTIONS, keepAlive: true };
  return {
    region,
    credentials,
    forcePathStyle,
    ...(endpoint !== undefined && { endpoint }),
    // Other services than that of Amazon may not support its newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  };
}

/**
 * All parts but the last are full; the last one may be empty. Each part is valid until the next one: they
 * share one buffer, because new ones would be garbage faster than it is collected.
 */
export async function* partsOf(content: Readable): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(PART_BYTES);
  let length = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    for (let start = 0; start < chunk.length;) {
      const copied = chunk.copy(buffer, length, start);
      start += copied;
      length += copied;
      if (length < PART_BYTES) continue;
      yield buffer;
      length = 0;
    }
  }
  yield buffer.subarray(0, length);
}

export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}
