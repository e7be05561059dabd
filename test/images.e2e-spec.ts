// Image processing in image processes, including hostile files.
import { afterAll, describe, expect, test } from '@jest/globals';
import type { PinoLogger } from 'nestjs-pino';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { BadImageError, type ImageInfo, type ImageOutput } from '#platform/images/image.js';
import { Images } from '#platform/images/images.js';
import { animation, HEIC, HEIC_P3, noisyImage, plainImage } from './images.js';

const warnings: string[] = [];
const logger = { warn: (_: object, text: string) => warnings.push(text) };
const images = new Images(logger as unknown as PinoLogger);

afterAll(() => images.onApplicationShutdown());

const THUMBNAIL: ImageOutput = {
  width: 60,
  height: 60,
  fit: 'inside',
  enlarge: false,
  format: 'webp',
  frames: 'first',
};

/** In two parts. */
function parts(file: Buffer): Readable {
  return Readable.from([file.subarray(0, 10), file.subarray(10)]);
}

function inspected(file: Buffer): Promise<ImageInfo> {
  return images.read(parts(file), ({ info }) => Promise.resolve(info));
}

/** The metadata of the new image. */
async function resized(file: Buffer, output: Partial<ImageOutput> = {}): Promise<object> {
  const image = await images.read(parts(file), ({ resize }) => resize({ ...THUMBNAIL, ...output }));
  const metadata = await sharp(image.content).metadata();
  const { format, width, pageHeight: height = metadata.height, pages: frames = 1 } = metadata;
  expect([image.width, image.height]).toEqual([width, height]);
  return { format, width, height, frames };
}

describe('images are', () => {
  test.each(['avif', 'gif', 'jpeg', 'png', 'tiff', 'webp'] as const)('read: %s', async (format) => {
    const file = await plainImage(100, 50).toFormat(format).toBuffer();
    expect(await inspected(file)).toEqual({ format, width: 100, height: 50, frames: 1 });
    expect(await resized(file)).toEqual({ format: 'webp', width: 60, height: 30, frames: 1 });
  });

  test('read: heic', async () => {
    expect(await inspected(HEIC)).toEqual({ format: 'heic', width: 64, height: 48, frames: 1 });
    expect(await resized(HEIC)).toEqual({ format: 'webp', width: 60, height: 45, frames: 1 });
    const { content } = await images.read(parts(HEIC), ({ resize }) =>
      resize({ ...THUMBNAIL, format: 'png' }),
    );
    // The colors of the sample depend on the place.
    const corner = sharp(content).extract({ left: 58, top: 43, width: 1, height: 1 });
    const [red, green] = await corner.raw().toBuffer();
    expect(red).toBeGreaterThan(200);
    expect(green).toBeGreaterThan(190);
  });

  test('converted from their color space', async () => {
    const { content } = await images.read(parts(HEIC_P3), ({ resize }) =>
      resize({ ...THUMBNAIL, height: 200, format: 'png' }),
    );
    const pixel = async (top: number): Promise<number[]> => {
      const [r, g, b] = await sharp(content)
        .extract({ left: 8, top, width: 1, height: 1 })
        .raw()
        .toBuffer();
      return [r!, g!, b!].map((value) => Math.round(value / 16));
    };
    expect([await pixel(20), await pixel(90), await pixel(140)]).toEqual([
      [16, 0, 0],
      [16, 0, 0],
      [0, 16, 0],
    ]);
  });

  test('rotated as the file asks for', async () => {
    const file = await plainImage(100, 50).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await inspected(file)).toMatchObject({ width: 50, height: 100 });
    expect(await resized(file)).toMatchObject({ width: 30, height: 60 });
  });

  test('enlarged, cut and padded as asked for', async () => {
    const file = await plainImage(40, 20).png().toBuffer();
    const size = (output: Partial<ImageOutput>): Promise<object> =>
      resized(file, { ...output, format: 'png' });
    expect(await size({})).toMatchObject({ width: 40, height: 20 });
    expect(await size({ enlarge: true })).toMatchObject({ width: 60, height: 30 });
    expect(await size({ enlarge: true, fit: 'cover' })).toMatchObject({ width: 60, height: 60 });
    expect(await size({ enlarge: true, fit: 'contain' })).toMatchObject({ width: 60, height: 60 });
  });

  test.each(['gif', 'webp'] as const)('animated: %s', async (format) => {
    const file = await animation(format);
    expect(await inspected(file)).toEqual({ format, width: 80, height: 40, frames: 3 });
    expect(await resized(file, { frames: 'all' })).toEqual({
      format: 'webp',
      width: 60,
      height: 30,
      frames: 3,
    });
    expect(await resized(file, { frames: 'all', format: 'gif', fit: 'contain' })).toEqual({
      format: 'gif',
      width: 60,
      height: 60,
      frames: 3,
    });
    expect(await resized(file)).toMatchObject({ frames: 1 });
  });

  test('without the metadata of the original', async () => {
    const exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '1/1 2/1 3/1' } };
    const file = await plainImage(100, 50).withExif(exif).jpeg().toBuffer();
    expect((await sharp(file).metadata()).exif).toBeDefined();
    const { content } = await images.read(parts(file), ({ resize }) => resize(THUMBNAIL));
    expect((await sharp(content).metadata()).exif).toBeUndefined();
  });
});

describe('refused are', () => {
  async function refusal(file: Buffer): Promise<unknown> {
    return images
      .read(parts(file), ({ resize }) => resize(THUMBNAIL))
      .catch((error: unknown) => error);
  }

  test.each([
    ['text', 'no image at all, but more than ten bytes'],
    ['nothing', ''],
    [
      'SVG',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>',
    ],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['the start of an image', '\u0089PNG\r\n\u001a\n'],
  ])('%s', async (_, text) => {
    const error = await refusal(Buffer.from(text, 'latin1'));
    expect(error).toBeInstanceOf(BadImageError);
    expect(error).toMatchObject({ code: 'BAD_IMAGE', status: 400, failure: 'refused' });
  });

  test('10,000 × 10,000 pixels in a small file', async () => {
    const file = await plainImage(10_000, 10_000).png({ compressionLevel: 9 }).toBuffer();
    expect(await refusal(file)).toMatchObject({ message: 'The image has too many pixels' });
  });

  test('animations with too many pixels in all frames', async () => {
    const frame = await plainImage(4000, 4000).png().toBuffer();
    const frames = await Promise.all(
      Array.from({ length: 6 }, (_, red) =>
        sharp(frame)
          .tint({ r: red * 40, g: 9, b: 9 })
          .png()
          .toBuffer(),
      ),
    );
    const file = await sharp(frames, { join: { animated: true }, limitInputPixels: false })
      .webp({ effort: 0, lossless: true })
      .toBuffer();
    expect(await refusal(file)).toMatchObject({ message: 'The image has too many pixels' });
  });

  test('what takes too long; its process ends', async () => {
    const file = await plainImage(9000, 9000).png().toBuffer();
    const slow = images.read(parts(file), ({ resize }) => resize(THUMBNAIL), { timeoutMs: 1 });
    await expect(slow).rejects.toMatchObject({
      message: 'The image is too expensive to process',
      failure: 'expensive',
    });
    expect(await inspected(HEIC)).toMatchObject({ format: 'heic' });
    expect(warnings).toEqual([]);
  });
});

test('damaged images are shown as far as they can be decoded, unless they are refused', async () => {
  const file = await noisyImage(300, 200).jpeg().toBuffer();
  const half = file.subarray(0, file.length / 2);
  expect(await resized(half)).toMatchObject({ width: 60, height: 40 });
  const strict = (content: Buffer): Promise<unknown> =>
    images.read(parts(content), ({ resize }) => resize(THUMBNAIL), { refusesDamaged: true });
  await expect(strict(half)).rejects.toMatchObject({ message: 'The image is damaged' });
  await strict(file);
});

test('a file that cannot be read to its end is an error of its own', async () => {
  const broken = Readable.from(
    (async function* () {
      yield await Promise.resolve(Buffer.from('begin'));
      throw new Error('The storage does not answer');
    })(),
  );
  const reading = images.read(broken, ({ info }) => Promise.resolve(info));
  await expect(reading).rejects.toThrow('The storage does not answer');
});

test('an error of the user of an image is passed on', async () => {
  const using = images.read(parts(HEIC), () => Promise.reject(new Error('The disk is full')));
  await expect(using).rejects.toThrow('The disk is full');
  expect(await inspected(HEIC)).toMatchObject({ format: 'heic' });
});
