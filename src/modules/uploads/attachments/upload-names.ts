// Names of uploaded files for display and for URLs.
import { randomAlphanumeric, randomId } from '#platform/crypto.js';

/** Replaces a name without usable characters. */
const UNNAMED = 'uploaded-file';
const MAX_NAME_LENGTH = 255;
/** Names are file names in the storage, where 255 bytes are the limit. */
const MAX_URL_NAME_BYTES = 200;
const RANDOM_LENGTH = 24;

/** Control characters, including those that change the text direction and can make a name look like another. */
const CONTROLS =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

const NOT_WORDS = /[^\p{L}\p{N}_\s.-]/gu;
const NOT_ASCII = /[^\w\s.-]/g;

/** The name for display, without directories. */
export function fileNameOf(input: string): string {
  const name = percentDecoded(input).split(/[/\\]/).at(-1)!.replaceAll(CONTROLS, '').trim();
  if (name === '' || name === '.' || name === '..') return UNNAMED;
  return [...name].slice(-MAX_NAME_LENGTH).join('');
}

/** The path id of a new file: random parts, followed by the letters and digits of the name, or by those in ASCII. */
export function newPathId(realmId: number, fileName: string, { ascii = false } = {}): string {
  const directory = Number.parseInt(randomId().slice(0, 2), 16).toString(16);
  return `${realmId}/${directory}/${randomAlphanumeric(RANDOM_LENGTH)}/${urlName(fileName, ascii ? NOT_ASCII : NOT_WORDS)}`;
}

function urlName(fileName: string, unwanted: RegExp): string {
  const name = fileName
    .normalize('NFKC')
    .replaceAll(unwanted, '')
    .trim()
    .replaceAll(/[-\s]+/g, '-');
  if (name === '' || name === '.' || name === '..') return UNNAMED;
  return shortened(name);
}

/** Truncates the start of the name and preserves the end, which has the extension. */
function shortened(name: string): string {
  const characters = [...name];
  let length = Buffer.byteLength(name);
  let start = 0;
  while (length > MAX_URL_NAME_BYTES) length -= Buffer.byteLength(characters[start++]!);
  return characters.slice(start).join('');
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
