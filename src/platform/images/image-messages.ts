// Messages between a process that uses images and its image process. Each request has one reply, and at most one
// request is sent at a time.
import type { ImageInfo, ImageOutput, ResizedImage } from './image.js';

export type ImageRequest =
  /** A part of the file; the first part starts a new file. */
  | { kind: 'part'; content: Uint8Array }
  | { kind: 'inspect'; refusesDamaged: boolean }
  | { kind: 'resize'; output: ImageOutput }
  /** Releases the file. */
  | { kind: 'close' };

export type ImageReply =
  | { kind: 'ready' }
  | { kind: 'info'; info: ImageInfo }
  | { kind: 'resized'; image: ResizedImage }
  | { kind: 'refused'; reason: string }
  /** `mayContinue` is false if the process uses so much memory that it should be replaced. */
  | { kind: 'closed'; mayContinue: boolean };

/** The exit status of a process that exceeded its memory. */
export const OUT_OF_MEMORY = 70;
