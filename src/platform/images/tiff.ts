// Writes uncompressed TIFF files with red, green, blue and alpha of eight bits each and a color profile, because sharp
// does not accept a profile for raw pixels.
import type { DecodedImage } from './heic-decoder.js';

/** Decoders read whole strips. */
const ROWS_PER_STRIP = 64;
const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;

enum Kind {
  Short = 3,
  Long = 4,
  Undefined = 7,
}

const SIZES: Record<Kind, number> = { [Kind.Short]: 2, [Kind.Long]: 4, [Kind.Undefined]: 1 };

interface Entry {
  tag: number;
  kind: Kind;
  values: ArrayLike<number>;
}

export function tiffFile({ pixels, width, height }: DecodedImage, profile: Uint8Array): Buffer {
  const rowBytes = width * 4;
  const strips = Array.from({ length: Math.ceil(height / ROWS_PER_STRIP) }, (_, index) =>
    pixels.subarray(index * ROWS_PER_STRIP * rowBytes, (index + 1) * ROWS_PER_STRIP * rowBytes),
  );
  const entriesAt = (offsets: number[]): Entry[] => [
    { tag: 256, kind: Kind.Long, values: [width] },
    { tag: 257, kind: Kind.Long, values: [height] },
    { tag: 258, kind: Kind.Short, values: [8, 8, 8, 8] },
    // No compression, RGB.
    { tag: 259, kind: Kind.Short, values: [1] },
    { tag: 262, kind: Kind.Short, values: [2] },
    { tag: 273, kind: Kind.Long, values: offsets },
    { tag: 277, kind: Kind.Short, values: [4] },
    { tag: 278, kind: Kind.Long, values: [ROWS_PER_STRIP] },
    { tag: 279, kind: Kind.Long, values: strips.map(({ length }) => length) },
    // Unassociated alpha.
    { tag: 338, kind: Kind.Short, values: [2] },
    { tag: 34675, kind: Kind.Undefined, values: profile },
  ];
  const zeros = strips.map(() => 0);
  const start = directory(entriesAt(zeros)).length;
  const offsets = strips.map((_, index) => start + index * ROWS_PER_STRIP * rowBytes);
  return Buffer.concat([directory(entriesAt(offsets)), ...strips]);
}

/** The header with the entries and their values. */
function directory(entries: Entry[]): Buffer {
  const head = Buffer.alloc(HEADER_BYTES + 2 + entries.length * ENTRY_BYTES + 4);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(HEADER_BYTES, 4);
  head.writeUInt16LE(entries.length, HEADER_BYTES);
  const values: Buffer[] = [];
  let end = head.length;
  for (const [index, { tag, kind, values: list }] of entries.entries()) {
    const at = HEADER_BYTES + 2 + index * ENTRY_BYTES;
    const written = bytesOf(list, kind);
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(kind, at + 2);
    head.writeUInt32LE(list.length, at + 4);
    if (list.length * SIZES[kind] <= 4) {
      written.copy(head, at + 8);
    } else {
      head.writeUInt32LE(end, at + 8);
      values.push(written);
      end += written.length;
    }
  }
  return Buffer.concat([head, ...values]);
}

/** Padded, because values begin at even positions. */
function bytesOf(values: ArrayLike<number>, kind: Kind): Buffer {
  const size = SIZES[kind];
  const bytes = Buffer.alloc(Math.max(4, Math.ceil((values.length * size) / 4) * 4));
  for (let index = 0; index < values.length; index++) {
    bytes.writeUIntLE(values[index]!, index * size, size);
  }
  return bytes;
}
