// Content types of uploaded files. A type is what the client declares, not what the file contains; a file
// is shown by browsers in place only if its type is harmless and its beginning has the form of that type.
import { fileTypeFromBuffer } from 'file-type';
import { lookup } from 'mime-types';

const UNKNOWN = 'application/octet-stream';
const DECLARED = /^[a-z0-9][\w!#$&^.+-]{0,100}\/[\w!#$&^.+-]{1,100}$/;

/** Bytes that are enough to recognize a type. */
export const SAMPLE_BYTES = 4100;

/** Harmless types, with the other names under which they are recognized. */
const INLINE: Record<string, readonly string[]> = {
  'application/pdf': [],
  'audio/aac': [],
  'audio/flac': ['audio/x-flac'],
  'audio/mp4': ['audio/x-m4a', 'video/mp4', 'video/x-m4v', 'audio/x-m4b'],
  'audio/mpeg': ['audio/mp3'],
  'audio/wav': ['audio/vnd.wave', 'audio/x-wav'],
  'audio/vnd.wave': ['audio/wav', 'audio/x-wav'],
  'audio/x-wav': ['audio/wav', 'audio/vnd.wave'],
  'audio/webm': ['video/webm'],
  'image/apng': ['image/png'],
  'image/avif': [],
  'image/gif': [],
  'image/jpeg': [],
  'image/png': ['image/apng'],
  'image/webp': [],
  'video/mp4': ['video/x-m4v', 'video/quicktime', 'audio/mp4'],
  'video/quicktime': ['video/mp4'],
  'video/webm': [],
};

/** `declared` is undefined when the client declares no type. */
export function contentTypeOf(fileName: string, declared: string | undefined): string {
  const type = declared?.split(';', 1)[0]!.trim().toLowerCase();
  if (type !== undefined && type !== UNKNOWN && DECLARED.test(type)) return type;
  return lookup(fileName) || UNKNOWN;
}

/** Whether the beginning of a file has the form of the type. */
export async function isTypeConfirmed(contentType: string, sample: Uint8Array): Promise<boolean> {
  const others = INLINE[contentType];
  if (!others) return false;
  const detected = await fileTypeFromBuffer(sample).catch(() => undefined);
  return detected !== undefined && [contentType, ...others].includes(detected.mime);
}

/** Whether browsers may show the file in place. */
export function mayBeInline(contentType: string, isConfirmed: boolean): boolean {
  return isConfirmed && contentType in INLINE;
}
