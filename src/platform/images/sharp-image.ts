// An image in the memory of an image process. Sharp decodes it for each output, at a reduced size if the format allows
// this. Sharp cannot decode HEIC, which is decoded once.
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { decodeHeic, type DecodedImage } from './heic-decoder.js';
import {
  type ImageFormat,
  type ImageInfo,
  type ImageOutput,
  MAX_PIXELS,
  type ResizedImage,
} from './image.js';
import { tiffFile } from './tiff.js';

// Only these formats are read, whatever the build of libvips supports.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Heif', 'Jpeg', 'Nsgif', 'Png', 'Tiff', 'Webp'].map(
    (name) => `VipsForeignLoad${name}`,
  ),
});
// One thread, because several image processes share the processors.
sharp.concurrency(1);
sharp.cache(false);

/** Formats whose animations remain animated. */
const ANIMATED = new Set<ImageFormat>(['gif', 'webp']);
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/** An image that sharp can read. */
interface Decoded {
  content: Uint8Array;
  /** The format of raw pixels. */
  raw?: Omit<DecodedImage, 'pixels'>;
}

/** The message is for API clients. */
export class RefusedImageError extends Error {
  override readonly name = 'RefusedImageError';
}

export class SharpImage {
  private info: ImageInfo | undefined;
  /** The decoded HEIC image, after the first use. */
  private decoded: Promise<Decoded> | undefined;

  constructor(
    private readonly file: Buffer,
    private readonly options: { refusesDamaged: boolean },
  ) {}

  async inspect(): Promise<ImageInfo> {
    let metadata: Metadata;
    try {
      // Reads only the header.
      metadata = await this.open({ limitInputPixels: false }).metadata();
    } catch {
      throw new RefusedImageError('The file is not an image');
    }
    const format = formatOf(metadata);
    if (!format) throw new RefusedImageError('Images of this format are not supported');
    const frames = ANIMATED.has(format) ? (metadata.pages ?? 1) : 1;
    const { width, height } = metadata.autoOrient;
    if (width * height * frames > MAX_PIXELS) {
      throw new RefusedImageError('The image has too many pixels');
    }
    this.info = { format, width, height, frames };
    return this.info;
  }

  async resize(output: ImageOutput): Promise<ResizedImage> {
    const source = await this.source(output);
    const { data, info } = await source
      .resize({
        width: output.width,
        height: output.height,
        fit: output.fit,
        withoutEnlargement: !output.enlarge,
        background: TRANSPARENT,
      })
      .toFormat(output.format)
      .toBuffer({ resolveWithObject: true });
    return { content: data, width: info.width, height: info.pageHeight ?? info.height };
  }

  private async source({ frames }: ImageOutput): Promise<Sharp> {
    if (this.info!.format === 'heic') {
      this.decoded ??= this.decode();
      const { content, raw } = await this.decoded;
      return sharp(content, { ...this.limits, ...(raw && { raw }) });
    }
    // Frames of animations cannot be rotated.
    return frames === 'all' && this.info!.frames > 1
      ? this.open({ animated: true })
      : this.open().autoOrient();
  }

  private async decode(): Promise<Decoded> {
    const { icc } = await this.open().metadata();
    const image = await decodeHeic(this.file, this.info!);
    if (icc) return { content: tiffFile(image, icc) };
    const { pixels, ...raw } = image;
    return { content: pixels, raw };
  }

  private get limits(): SharpOptions {
    return {
      limitInputPixels: MAX_PIXELS,
      failOn: this.options.refusesDamaged ? 'error' : 'none',
    };
  }

  private open(options: SharpOptions = {}): Sharp {
    return sharp(this.file, { ...this.limits, ...options });
  }
}

function formatOf({ format, compression }: Metadata): ImageFormat | undefined {
  switch (format) {
    case 'gif':
    case 'jpeg':
    case 'png':
    case 'tiff':
    case 'webp':
      return format;
    case 'heif':
      return compression === 'hevc' ? 'heic' : compression === 'av1' ? 'avif' : undefined;
    default:
      return undefined;
  }
}
