// The properties of an image that image processing reads, and the images that it can make of it.
import { ApiError } from '#platform/http/api-error.js';

/** By content, not by name or declared type. */
export type ImageFormat = 'avif' | 'gif' | 'heic' | 'jpeg' | 'png' | 'tiff' | 'webp';

export interface ImageInfo {
  format: ImageFormat;
  /** In pixels, after the rotation that the file asks for. */
  width: number;
  height: number;
  /** More than one only for animated GIF and WebP files. */
  frames: number;
}

export interface ImageOutput {
  /** In pixels. */
  width: number;
  height: number;
  /**
   * `inside`: the largest image of the same shape within the size. `cover`: exactly the size, with the
   * edges cut off. `contain`: exactly the size, with transparent edges added.
   */
  fit: 'inside' | 'cover' | 'contain';
  /** Whether smaller images are enlarged; otherwise they keep their size. */
  enlarge: boolean;
  format: 'gif' | 'jpeg' | 'png' | 'webp';
  /** `all` is for the animated formats, GIF and WebP. */
  frames: 'first' | 'all';
}

/** A new image, without the metadata of the original, such as the place where it was taken. */
export interface ResizedImage {
  content: Buffer;
  width: number;
  height: number;
}

/** The product of width, height and frames. Images with more are refused before they are decoded. */
export const MAX_PIXELS = 90_000_000;
/** Larger files are refused. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;

/**
 * `refused`: the file is not an image of a known format, is damaged, or has too many pixels. `expensive`: it took
 * too much time or memory. `interrupted`: its process was killed, which may have had another cause.
 */
export type ImageFailure = 'refused' | 'expensive' | 'interrupted';

export class BadImageError extends ApiError {
  constructor(
    message: string,
    readonly failure: ImageFailure = 'refused',
  ) {
    super('BAD_IMAGE', 400, message);
  }
}
