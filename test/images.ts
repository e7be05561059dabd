// Sample images and hostile images.
import sharp, { type Sharp } from 'sharp';

/** 64 × 48 pixels, as phones store photographs. Sharp cannot write this format. */
export const HEIC = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAX1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA' +
    'ACJpbG9jAAAAAERAAAEAAQAAAAABoQABAAAAAAAAAJQAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRt' +
    'AAAAAAABAAAA/WlwcnAAAADdaXBjbwAAAHZodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMA' +
    'AAMAHroCQGEAAQAqQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbq5Ka5uAhoMCAAAAMDIAAAAwAhYgABAAZEAcFzwIkAAAATY29scm5j' +
    'bHgAAQANAAaAAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAoY2xhcAAAAEAAAAABAAAAMAAAAAEAAAAAAAAAAv////AAAAACAAAAEHBp' +
    'eGkAAAAAAwgICAAAABhpcG1hAAAAAAAAAAEAAQWBAgMFhAAAAJxtZGF0AAAAkCgBrwngPg6bnk4QdLDGLT7Bfo0eRr+xOd97XvMQ' +
    'QXwUPtKuvdy7Ou25gFzr4jthSUOBtYN6V2HjTxJ5JLvOAxnh9wWXfue6PmkGTaQNFNtB+3hObi9SSsfmBFPtBhDb0+AYAgaTuQ4u' +
    'MMZJmPEMN0KdfBe9MuOvZ1eILVyokpJwnoopbq+Ni+YmPsECupwf4A==',
  'base64',
);

/** 16 × 150 pixels in the color space Display P3: the brightest red of sRGB, and from row 100 its green. */
export const HEIC_P3 = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAA1ZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA' +
    'ACJpbG9jAAAAAERAAAEAAQAAAAADegABAAAAAAAAAJ4AAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRt' +
    'AAAAAAABAAAC1mlwcnAAAAK2aXBjbwAAAHZodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMA' +
    'AAMAHroCQGEAAQAqQgEBA3AAAAMAkAAAAwAAAwAeoCCAmfWW6q6a5uAhoMCAAAAMgAAAAwCEYgABAAZEAcFzwYkAAAHsY29scnBy' +
    'b2YAAAHgbGNtcwQgAABtbnRyUkdCIFhZWiAH4gADABQACQAOAB1hY3NwTVNGVAAAAABzYXdzY3RybAAAAAAAAAAAAAAAAAAA9tYA' +
    'AQAAAADTLWhhbmSC4qhyi4o/9yU+uZLuJNauAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAApkZXNjAAAA/AAAACRjcHJ0' +
    'AAABIAAAACJ3dHB0AAABRAAAABRjaGFkAAABWAAAACxyWFlaAAABhAAAABRnWFlaAAABmAAAABRiWFlaAAABrAAAABRyVFJDAAAB' +
    'wAAAACBnVFJDAAABwAAAACBiVFJDAAABwAAAACBtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUAAzAENtbHVjAAAAAAAA' +
    'AAEAAAAMZW5VUwAAAAYAAAAcAEMAQwAwAABYWVogAAAAAAAA9tYAAQAAAADTLXNmMzIAAAAAAAEMQgAABd7///MlAAAHkwAA/ZD/' +
    '//uh///+TgAAA5oAAMAUWFlaIAAAAAAAAIPfAAA9vwAAAABYWVogAAAAAAAASr8AALE3AAAKtVhZWiAAAAAAAAAoOAAAEQoAAMh4' +
    'cGFyYQAAAAAAAwAAAAJmaQAA8qcAAA1ZAAAT0AAAClsAAAAUaXNwZQAAAAAAAABAAAAAlgAAAChjbGFwAAAAEAAAAAEAAACWAAAA' +
    'Af///9AAAAACAAAAAAAAAAIAAAAQcGl4aQAAAAADCAgIAAAAGGlwbWEAAAAAAAAAAQABBYECAwWEAAAApm1kYXQAAACaKAGvBjFH' +
    'KBwwYKFghQmJIPC/YNf//9VX9l+5ESs1snrhH6Bjx+S3kJGe9F97GFLlPHQg9JxTucyAIJ9giygmARnwADFgmbCK8HabMHKtoQ7k' +
    'CoLyD3Yrt0nV/A/X09MNtONn6KXp7jz2zew70tDVmhDxsvS37LFyzfWLc0CxRh5AOUOoOSbIXDyAAGbAAMUAAwJN0VHK7AABUQ==',
  'base64',
);

export function plainImage(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: 'teal' } });
}

/** Hard to compress. */
export function noisyImage(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return sharp({ create: { width, height, channels: 3, background: 'white', noise } });
}

/** Of 80 × 40 pixels. */
export async function animation(format: 'gif' | 'webp', frames = 3): Promise<Buffer> {
  const pictures = Array.from({ length: frames }, (_, index) =>
    sharp({
      create: { width: 80, height: 40, channels: 3, background: { r: index * 9, g: 0, b: 0 } },
    })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(pictures), { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}
