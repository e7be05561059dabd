// Uploaded avatars, which are cropped to squares.
import { Injectable } from '@nestjs/common';
import { type NewFile, originalFile, PictureFiles, resizedFile } from '#modules/uploads/pictures';
import { avatarFiles } from '#modules/users/users';
import { randomHex } from '#platform/crypto.js';
import type { UploadedFile } from '#platform/http/files.js';
import type { ImageOutput } from '#platform/images/image.js';
import type { OpenImage } from '#platform/images/images.js';
import type { AvatarSize } from './jdenticon.js';

@Injectable()
export class AvatarPictures {
  constructor(private readonly pictureFiles: PictureFiles) {}

  /** Returns the path for `UserChanges.setAvatar`. */
  async write(realmId: number, upload: UploadedFile): Promise<string> {
    const { avatarPath } = await this.pictureFiles.write(upload, (image) =>
      convert(realmId, upload, image),
    );
    return avatarPath;
  }
}

async function convert(
  realmId: number,
  upload: UploadedFile,
  image: OpenImage,
): Promise<{ avatarPath: string; files: NewFile[] }> {
  const avatarPath = `${realmId}/${randomHex(20)}`;
  const [original, normal, medium] = avatarFiles(avatarPath);
  const files = [
    originalFile(original, upload, image),
    await resizedFile(normal, image, squareOf(100)),
    await resizedFile(medium, image, squareOf(500)),
  ];
  return { avatarPath, files };
}

function squareOf(size: AvatarSize): ImageOutput {
  return {
    width: size,
    height: size,
    fit: 'cover',
    enlarge: true,
    format: 'png',
    frames: 'first',
  };
}
