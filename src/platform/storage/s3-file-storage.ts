// Files in a bucket of an S3-compatible service. Large files are uploaded in parts; the object becomes visible when all
// parts are complete.
import {
  AbortMultipartUploadCommand,
  type AbortMultipartUploadCommandInput,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import type { S3Config } from '#config/s3.js';
import {
  type ByteRange,
  type FileInfo,
  FileStorage,
  type ListedFile,
  type OpenFile,
  segmentsOf,
} from './file-storage.js';
import { clientConfig, isMissing, PART_BYTES, partsOf } from './s3-client.js';

export class S3FileStorage extends FileStorage {
  readonly description: string;
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(config: S3Config) {
    super();
    const { bucket, region, endpoint } = config;
    this.bucket = bucket;
    this.description = `the bucket ${bucket} at ${endpoint ? new URL(endpoint).host : region}`;
    this.client = new S3Client(clientConfig(config));
  }

  async write(path: string, content: Readable, contentType: string): Promise<number> {
    segmentsOf(path);
    const object = { Bucket: this.bucket, Key: path };
    const Parts: CompletedPart[] = [];
    let size = 0;
    let UploadId: string | undefined;
    try {
      for await (const part of partsOf(content)) {
        size += part.length;
        if (UploadId === undefined && part.length < PART_BYTES) {
          const whole = { ...object, ContentType: contentType, Body: part };
          await this.client.send(new PutObjectCommand(whole));
          return size;
        }
        UploadId ??= await this.beginUpload({ ...object, ContentType: contentType });
        if (part.length === 0) continue;
        const PartNumber = Parts.length + 1;
        const { ETag } = await this.client.send(
          new UploadPartCommand({ ...object, UploadId, PartNumber, Body: part }),
        );
        Parts.push({ PartNumber, ETag });
      }
      await this.client.send(
        new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }),
      );
      return size;
    } catch (error) {
      if (UploadId !== undefined) await this.abortUpload({ ...object, UploadId });
      throw error;
    }
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

  private async beginUpload(input: CreateMultipartUploadCommandInput): Promise<string> {
    const { UploadId: uploadId } = await this.client.send(new CreateMultipartUploadCommand(input));
    return uploadId!;
  }

  /** After a failure, `deleteInterrupted` deletes the parts. */
  private async abortUpload(input: AbortMultipartUploadCommandInput): Promise<void> {
    await this.client.send(new AbortMultipartUploadCommand(input)).catch(() => undefined);
  }
}
