// Shared code for requests to S3-compatible services.
import { type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import type { S3Config } from '#config/s3.js';

/** The minimum size of a part in S3. The largest file has fewer than the 10,000 parts that S3 allows. */
export const PART_BYTES = 5 * 1024 * 1024;
const CONNECT_MS = 5_000;
/** Longer than the time for which a response may stay open while its client does not read. */
const SILENCE_MS = 300_000;
/** Many connections, because each download uses one while its client reads. */
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
    // Services other than Amazon S3 may not support the newer checksums.
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
 * Splits content into parts. All parts except the last are full; the last part may be empty. A part is valid until the
 * next one, because they share one buffer: new buffers would become garbage faster than it is collected.
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
