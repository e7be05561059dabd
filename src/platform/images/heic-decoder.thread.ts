// The thread of `decodeHeic`. The decoder is libheif as WebAssembly.
import libheif from 'libheif-js/wasm-bundle.js';
import { parentPort, workerData } from 'node:worker_threads';
import type { DecodedImage } from './heic-decoder.js';

const { file, width, height } = workerData as { file: Uint8Array; width: number; height: number };

const images = new libheif.HeifDecoder().decode(file);
const image = images.find((candidate) => candidate.is_primary());
// Only the declared size was checked. A different size could exceed the limits.
if (image?.get_width() !== width || image.get_height() !== height) {
  throw new Error('The image does not have the declared size');
}
const pixels = new Uint8Array(width * height * 4);
image.display({ data: pixels, width, height }, (displayed) => {
  if (!displayed) throw new Error('The image cannot be decoded');
  const decoded: DecodedImage = { pixels, width, height, channels: 4 };
  parentPort!.postMessage(decoded, [pixels.buffer]);
});
