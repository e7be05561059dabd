// Content types of uploaded files. The client declares the type. Browsers show a file inline only if its type is
// harmless and its first bytes match the type.
import { fileTypeFromBuffer } from 'file-type';
import { lookup } from 'mime-types';

const UNKNOWN = 'application/octet-stream';
const DECLARED = /^[a-z0-9][\w!#$&^.+-]{0,100}\/[\w!#$&^.+-]{1,100}$/;

/** Number of bytes that suffice to recognize a type. */
export const SAMPLE_BYTES = 4100;

/** Harmless types, with alternative names. */
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

/** `declared` is undefined if the client declares no type. */
export function contentTypeOf(fileName: string, declared: string | undefined): string {
  const type = declared?.split(';', 1)[0]!.trim().toLowerCase();
  if (type !== undefined && type !== UNKNOWN && DECLARED.test(type)) return type;
  return lookup(fileName) || UNKNOWN;
}

/** Whether the first bytes of a file match the type. */
export async function isTypeConfirmed(contentType: string, sample: Uint8Array): Promise<boolean> {
  const others = INLINE[contentType];
  if (!others) return false;
  const detected = await fileTypeFromBuffer(sample).catch(() => undefined);
  return detected !== undefined && [contentType, ...others].includes(detected.mime);
}

/** Whether browsers may show the file inline. */
export function mayBeInline(contentType: string, isConfirmed: boolean): boolean {
  return isConfirmed && contentType in INLINE;
}
