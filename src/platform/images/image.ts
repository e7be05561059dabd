// The properties of an image, and the options for images that are made of it.
import { ApiError } from '#platform/http/api-error.js';

/** Determined by the content, not by the name or declared type. */
export type ImageFormat = 'avif' | 'gif' | 'heic' | 'jpeg' | 'png' | 'tiff' | 'webp';

export interface ImageInfo {
  format: ImageFormat;
  /** In pixels, after the rotation that the file specifies. */
  width: number;
  height: number;
  /** Number of frames; more than one only for animated GIF and WebP files. */
  frames: number;
}

export interface ImageOutput {
  /** In pixels. */
  width: number;
  height: number;
  /**
   * `inside`: the largest image of the same aspect ratio within the size. `cover`: exactly the size, cropped.
   * `contain`: exactly the size, with transparent edges.
   */
  fit: 'inside' | 'cover' | 'contain';
  /** Whether smaller images are enlarged; otherwise they keep their size. */
  enlarge: boolean;
  format: 'gif' | 'jpeg' | 'png' | 'webp';
  /** `all` is for the animated formats, GIF and WebP. */
  frames: 'first' | 'all';
}

/** A new image without the metadata of the original, such as the location. */
export interface ResizedImage {
  content: Buffer;
  width: number;
  height: number;
}

/** Maximum product of width, height and frames. Larger images are refused before they are decoded. */
export const MAX_PIXELS = 90_000_000;
/** Maximum size of files. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;

/**
 * `refused`: the file is not an image in a supported format, is damaged, or has too many pixels. `expensive`: it took
 * too much time or memory. `interrupted`: the image process was killed, possibly for another reason.
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
