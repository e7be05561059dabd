// Files in a bucket of an S3-compatible service. Large files are uploaded in parts; the service makes the
// object visible when all parts are complete.
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Readable } from 'node:stream';
import type { S3Config } from '#config/s3.js';
import {
  type ByteRange,
  type FileInfo,
  FileStorage,
  type ListedFile,
  type OpenFile,
  segmentsOf,
} from './file-storage.js';

/** The smallest that S3 allows. A write holds at most `PARALLEL_PARTS` + 1 parts in memory. */
const PART_BYTES = 5 * 1024 * 1024;
const PARALLEL_PARTS = 2;
const CONNECT_MS = 5_000;
/** Longer than a response that its client does not read may stay open. */
const SILENCE_MS = 300_000;
/** Downloads hold a connection while their client reads. */
const MAX_CONNECTIONS = 1000;

export class S3FileStorage extends FileStorage {
  readonly description: string;
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor({ bucket, region, endpoint, credentials, forcePathStyle }: S3Config) {
    super();
    this.bucket = bucket;
    this.description = `the bucket ${bucket} at ${endpoint ? new URL(endpoint).host : region}`;
    const agent = { maxSockets: MAX_CONNECTIONS, keepAlive: true };
    this.client = new S3Client({
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
    });
  }

  async write(path: string, content: Readable, contentType: string): Promise<number> {
    segmentsOf(path);
    let size = 0;
    const counted = count(content, (length) => {
      size += length;
    });
    const upload = new Upload({
      client: this.client,
      params: {
        Bucket: this.bucket,
        Key: path,
        Body: Readable.from(counted),
        ContentType: contentType,
      },
      partSize: PART_BYTES,
      queueSize: PARALLEL_PARTS,
    });
    try {
      await upload.done();
    } catch (error) {
      content.destroy();
      throw error;
    }
    return size;
  }

  async open(path: string, range?: ByteRange): Promise<OpenFile | undefined> {
    segmentsOf(path);
    try {
      const object = await this.client.send(
        new GetObjectCommand({
          Bucket: this.bucket,
          Key: path,
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        }),
      );
      // "bytes 0-9/1234"
      const size = object.ContentRange?.split('/')[1] ?? object.ContentLength;
      return {
        size: Number(size),
        modifiedAt: object.LastModified!,
        content: object.Body as Readable,
      };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async find(path: string): Promise<FileInfo | undefined> {
    segmentsOf(path);
    try {
      const object = await this.client.send(
        new HeadObjectCommand({ Bucket: this.bucket, Key: path }),
      );
      return { size: object.ContentLength!, modifiedAt: object.LastModified! };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async delete(path: string): Promise<void> {
    segmentsOf(path);
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: path }));
  }

  async *list(kind?: string): AsyncGenerator<ListedFile> {
    const pages = paginateListObjectsV2(
      { client: this.client },
      { Bucket: this.bucket, ...(kind !== undefined && { Prefix: `${kind}/` }) },
    );
    for await (const { Contents: objects = [] } of pages) {
      for (const { Key: path, Size: size, LastModified: modifiedAt } of objects) {
        yield { path: path!, size: size!, modifiedAt: modifiedAt! };
      }
    }
  }

  async deleteInterrupted(date: Date): Promise<void> {
    let page: ListMultipartUploadsCommandOutput | undefined;
    do {
      page = await this.client.send(
        new ListMultipartUploadsCommand({
          Bucket: this.bucket,
          KeyMarker: page?.NextKeyMarker,
          UploadIdMarker: page?.NextUploadIdMarker,
        }),
      );
      for (const { Key, UploadId, Initiated: initiated } of page.Uploads ?? []) {
        if (initiated! >= date) continue;
        await this.client.send(
          new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId }),
        );
      }
    } while (page.IsTruncated);
  }

  close(): void {
    this.client.destroy();
  }
}

async function* count(
  content: Readable,
  onLength: (length: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    onLength(chunk.length);
    yield chunk;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}
