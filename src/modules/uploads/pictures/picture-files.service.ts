// The stored forms of uploaded pictures: the original, for exports, and what is served, which the server has
// encoded itself.
import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { ApiError } from '#platform/http/api-error.js';
import type { UploadedFile } from '#platform/http/files.js';
import type { ImageOutput } from '#platform/images/image.js';
import { Images, type OpenImage } from '#platform/images/images.js';
import { StoredFiles } from '#platform/storage/stored-files.js';

export interface NewFile {
  path: string;
  content: Buffer;
  contentType: string;
}

interface ConvertedPicture {
  files: NewFile[];
}

@Injectable()
export class PictureFiles {
  private readonly written = new WeakMap<UploadedFile, Promise<ConvertedPicture>>();

  constructor(
    private readonly images: Images,
    private readonly storedFiles: StoredFiles,
  ) {}

  /**
   * Writes the files that `convert` makes of an uploaded picture, and calls `work`, whose transaction must
   * adopt them. When it is refused, they are deleted. A request that is handled again has the files of the
   * first time. Throws BAD_IMAGE when the file is not a picture.
   */
  async use<Picture extends ConvertedPicture, Result>(
    upload: UploadedFile,
    convert: (image: OpenImage) => Promise<Picture>,
    work: (picture: Picture) => Promise<Result>,
  ): Promise<Result> {
    let written = this.written.get(upload) as Promise<Picture> | undefined;
    if (!written) {
      written = this.write(upload, convert);
      this.written.set(upload, written);
    }
    const picture = await written;
    try {
      return await work(picture);
    } catch (error) {
      // After other errors, the transaction may have been committed, or the request is handled again.
      if (error instanceof ApiError) {
        await this.storedFiles.discard(picture.files.map(({ path }) => path));
      }
      throw error;
    }
  }

  private async write<Picture extends ConvertedPicture>(
    upload: UploadedFile,
    convert: (image: OpenImage) => Promise<Picture>,
  ): Promise<Picture> {
    const picture = await this.images.read(Readable.from([upload.buffer]), convert, {
      refusesDamaged: true,
    });
    for (const { path, content, contentType } of picture.files) {
      await this.storedFiles.write(path, Readable.from([content]), contentType);
    }
    return picture;
  }
}

export function originalFile(path: string, upload: UploadedFile, { info }: OpenImage): NewFile {
  return { path, content: upload.buffer, contentType: `image/${info.format}` };
}

export async function resizedFile(
  path: string,
  image: OpenImage,
  output: ImageOutput,
): Promise<NewFile> {
  const { content } = await image.resize(output);
  return { path, content, contentType: `image/${output.format}` };
}
