// The thumbnails that are made of an uploaded image. Their names are part of URLs in messages.
import type { ImageInfo } from '#platform/images/image.js';

export const THUMBNAIL = '840x560.webp';
export const ANIMATED_THUMBNAIL = '840x560-anim.webp';

export interface CopyFormat {
  /** Undefined for copies that are named after their dimensions. */
  name?: string;
  /** In pixels. Larger images are reduced to fit. */
  width: number;
  height: number;
  isAnimated: boolean;
}

export const STILL = { name: THUMBNAIL, width: 840, height: 560, isAnimated: false };
export const ANIMATED = { name: ANIMATED_THUMBNAIL, width: 840, height: 560, isAnimated: true };
/** A copy of images in formats that browsers cannot display. */
export const TRANSCODED = { width: 4032, height: 3024, isAnimated: false };

/** Animated images have both thumbnails, other images only the first one. */
export const THUMBNAIL_FORMATS = [STILL, ANIMATED];

/** The content types of files that may be images. What they contain is read from the files. */
export const IMAGE_TYPES: ReadonlySet<string> = new Set([
  'image/apng',
  'image/avif',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
]);

export function isTranscoded({ format }: ImageInfo): boolean {
  return format === 'heic' || format === 'tiff';
}

const NAME = /^(\d{1,5})x(\d{1,5})(-anim)?\.\w+$/;

/**
 * Returns the stored thumbnail that is most similar to the requested one. Clients may request formats of another
 * version of the server.
 */
export function mostLike<Stored extends { name: string }>(
  stored: Stored[],
  wanted: string,
): Stored | undefined {
  const [, width, , animated] = NAME.exec(wanted) ?? NAME.exec(THUMBNAIL)!;
  const difference = ({ name }: Stored): number => {
    const [, otherWidth, , otherAnimated] = NAME.exec(name)!;
    const pixels = Math.abs(Number(width) - Number(otherWidth));
    return name === wanted ? -1 : animated === otherAnimated ? pixels : pixels + 100_000;
  };
  return stored.toSorted((a, b) => difference(a) - difference(b))[0];
}
