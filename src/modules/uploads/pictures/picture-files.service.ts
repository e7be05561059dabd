// The stored files of uploaded pictures: the original, for exports, and the files that are served, which the server
// has encoded.
import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
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
   * Writes the files that `convert` makes of an uploaded picture. If the request is handled again, returns the files
   * of the first time. A transaction must adopt the files. Throws BAD_IMAGE if the upload is not a picture.
   */
  async write<Picture extends ConvertedPicture>(
    upload: UploadedFile,
    convert: (image: OpenImage) => Promise<Picture>,
  ): Promise<Picture> {
    let picture = this.written.get(upload) as Promise<Picture> | undefined;
    if (!picture) {
      picture = this.convert(upload, convert);
      this.written.set(upload, picture);
    }
    return picture;
  }

  /** Deletes the files of uploads whose request has failed, except those that a transaction has adopted. */
  async discard(uploads: UploadedFile[]): Promise<void> {
    for (const upload of uploads) {
      const picture = await this.written.get(upload)?.catch(() => undefined);
      if (picture) await this.storedFiles.discardUnused(picture.files.map(({ path }) => path));
    }
  }

  private async convert<Picture extends ConvertedPicture>(
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
