// Pictures of custom emoji: squares of 64 pixels. Still pictures are cropped. Animations get transparent edges, and
// a still picture of their first frame.
import { Injectable } from '@nestjs/common';
import { type NewFile, originalFile, PictureFiles, resizedFile } from '#modules/uploads/pictures';
import { randomHex } from '#platform/crypto.js';
import type { UploadedFile } from '#platform/http/files.js';
import { BadImageError, type ImageFormat, type ImageOutput } from '#platform/images/image.js';
import type { OpenImage } from '#platform/images/images.js';

export interface EmojiPicture {
  fileName: string;
  /** Null unless the picture is animated. */
  stillFileName: string | null;
  files: NewFile[];
}

/** Formats that browsers can display. */
const FORMATS: readonly ImageFormat[] = ['avif', 'gif', 'jpeg', 'png', 'webp'];
const MAX_KIBIBYTES = 128;
const SQUARE = { width: 64, height: 64, enlarge: true } as const;
const STILL: ImageOutput = { ...SQUARE, fit: 'cover', format: 'png', frames: 'first' };
const FIRST_FRAME: ImageOutput = { ...STILL, fit: 'contain' };

@Injectable()
export class EmojiPictures {
  constructor(private readonly pictureFiles: PictureFiles) {}

  /** A transaction must adopt the files. */
  write(realmId: number, upload: UploadedFile): Promise<EmojiPicture> {
    return this.pictureFiles.write(upload, (image) => convert(realmId, upload, image));
  }
}

async function convert(
  realmId: number,
  upload: UploadedFile,
  image: OpenImage,
): Promise<EmojiPicture> {
  const { format, frames } = image.info;
  if (!FORMATS.includes(format)) {
    throw new BadImageError('An emoji must be a PNG, JPEG, GIF, WebP or AVIF file');
  }
  const name = randomHex(16);
  const output: ImageOutput =
    frames > 1 && (format === 'gif' || format === 'webp')
      ? { ...SQUARE, fit: 'contain', format, frames: 'all' }
      : STILL;
  const fileName = `${name}.${output.format}`;
  const stillFileName = output.frames === 'all' ? `${name}.png` : null;
  const [original, shown, still] = emojiFiles(realmId, { fileName, stillFileName });
  const files = [originalFile(original, upload, image), await resizedFile(shown, image, output)];
  if (still !== undefined) files.push(await resizedFile(still, image, FIRST_FRAME));
  const isTooLarge = files.slice(1).some(({ content }) => content.length > MAX_KIBIBYTES * 1024);
  if (isTooLarge) {
    throw new BadImageError(`The emoji is larger than ${MAX_KIBIBYTES} KiB after resizing`);
  }
  return { fileName, stillFileName, files };
}

/** The paths of the original, the resized picture, and the still picture of an animation. */
function emojiFiles(
  realmId: number,
  { fileName, stillFileName }: Pick<EmojiPicture, 'fileName' | 'stillFileName'>,
): [string, string, string | undefined] {
  const directory = `emoji/${realmId}`;
  return [
    `${directory}/originals/${fileName}`,
    `${directory}/images/${fileName}`,
    stillFileName === null ? undefined : `${directory}/images/still/${stillFileName}`,
  ];
}
