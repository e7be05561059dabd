// Messages between a process that uses images and its image process. Each request has one reply, and at most one
// request is sent at a time.
import type { ImageInfo, ImageOutput, ResizedImage } from './image.js';

export type ImageRequest =
  /** The file is written to the standard input of the process. `size` is its length in bytes. */
  | { kind: 'inspect'; size: number; refusesDamaged: boolean }
  | { kind: 'resize'; output: ImageOutput }
  /** Releases the file. */
  | { kind: 'close' };

export type ImageReply =
  | { kind: 'info'; info: ImageInfo }
  | { kind: 'resized'; image: ResizedImage }
  | { kind: 'refused'; reason: string }
  /** `mayContinue` is false if the process uses so much memory that it should be replaced. */
  | { kind: 'closed'; mayContinue: boolean };

/** The exit status of a process that exceeded its memory. */
export const OUT_OF_MEMORY = 70;
