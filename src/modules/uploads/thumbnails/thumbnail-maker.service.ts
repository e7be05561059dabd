// Reads uploaded images and writes their thumbnails to the storage. Does not change their rows.
import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { randomAlphanumeric } from '#platform/crypto.js';
import { BadImageError, type ImageInfo } from '#platform/images/image.js';
import { Images, type OpenImage, type ReadOptions } from '#platform/images/images.js';
import { FileStorage } from '#platform/storage/file-storage.js';
import { StoredFiles } from '#platform/storage/stored-files.js';
import { ANIMATED, type CopyFormat, isTranscoded, STILL, TRANSCODED } from './thumbnail-formats.js';
import type { ThumbnailEntity } from './thumbnail.entity.js';

const CONTENT_TYPE = 'image/webp';
const RANDOM_LENGTH = 24;

/** A stored file. */
export interface OriginalFile {
  /** Id of the attachment. */
  id: number;
  realmId: number;
  /** In the storage. */
  path: string;
}

interface Findings {
  info: ImageInfo;
  isAnimated: boolean;
  transcodedName: string | null;
}

export interface MadeThumbnails extends Findings {
  /** Thumbnails that are written to the storage and must be adopted. */
  thumbnails: ThumbnailEntity[];
}

interface Copy {
  name: string;
  content: Buffer;
}

interface Copies extends Findings {
  copies: Copy[];
}

@Injectable()
export class ThumbnailMaker {
  constructor(
    private readonly fileStorage: FileStorage,
    private readonly storedFiles: StoredFiles,
    private readonly images: Images,
  ) {}

  /** Throws a BadImageError if the file is not an image within the limits. */
  inspect(path: string, options: ReadOptions): Promise<ImageInfo> {
    return this.read(path, ({ info }) => Promise.resolve(info), options);
  }

  /** Throws the errors of `inspect`. If it fails, no files remain. */
  async make({ id, realmId, path }: OriginalFile, options: ReadOptions): Promise<MadeThumbnails> {
    const { copies, ...made } = await this.read(path, copiesOf, options);
    // Each attempt has its own paths, because two attempts may run concurrently.
    const directory = `thumbnails/${realmId}/${randomAlphanumeric(RANDOM_LENGTH)}`;
    const thumbnails: ThumbnailEntity[] = [];
    try {
      for (const { name, content } of copies) {
        const thumbnail = { attachmentId: id, name, path: `${directory}/${name}` };
        const size = await this.storedFiles.write(
          thumbnail.path,
          Readable.from([content]),
          CONTENT_TYPE,
        );
        thumbnails.push({ ...thumbnail, size });
      }
    } catch (error) {
      await this.storedFiles.discard(thumbnails.map((thumbnail) => thumbnail.path));
      throw error;
    }
    return { ...made, thumbnails };
  }

  private async read<T>(
    path: string,
    use: (image: OpenImage) => Promise<T>,
    options: ReadOptions,
  ): Promise<T> {
    const file = await this.fileStorage.open(path);
    if (!file) throw new BadImageError('The file is missing');
    return this.images.read(file.content, use, options);
  }
}

async function copiesOf(image: OpenImage): Promise<Copies> {
  const { info } = image;
  const still = await copyOf(image, STILL);
  const transcoded = isTranscoded(info) ? await copyOf(image, TRANSCODED) : undefined;
  const animated = info.frames > 1 ? await animatedCopyOf(image) : undefined;
  const copies = [still, transcoded, animated].filter((copy) => copy !== undefined);
  return {
    info,
    // A small original may be transcoded to the size of a thumbnail.
    copies: [...new Map(copies.map((copy) => [copy.name, copy])).values()],
    isAnimated: animated !== undefined,
    transcodedName: transcoded?.name ?? null,
  };
}

/** Returns undefined for a long animation, of which only the first frame is shown. */
async function animatedCopyOf(image: OpenImage): Promise<Copy | undefined> {
  try {
    return await copyOf(image, ANIMATED);
  } catch (error) {
    if (error instanceof BadImageError && error.failure !== 'interrupted') return undefined;
    throw error;
  }
}

async function copyOf(
  image: OpenImage,
  { name, width, height, isAnimated }: CopyFormat,
): Promise<Copy> {
  const copy = await image.resize({
    width,
    height,
    fit: 'inside',
    enlarge: false,
    format: 'webp',
    frames: isAnimated ? 'all' : 'first',
  });
  return { name: name ?? `${copy.width}x${copy.height}.webp`, content: copy.content };
}
