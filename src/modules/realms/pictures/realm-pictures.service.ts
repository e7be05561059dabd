// The icon and the logos of an organization, which administrators upload.
import { Injectable } from '@nestjs/common';
import { RealmChanges, type RealmPictureKind } from '#modules/realms/realms';
import { type NewFile, originalFile, PictureFiles, resizedFile } from '#modules/uploads/pictures';
import { randomHex } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import type { UploadedFile } from '#platform/http/files.js';
import type { ImageOutput } from '#platform/images/image.js';
import type { OpenImage } from '#platform/images/images.js';
import { StoredFiles } from '#platform/storage/stored-files.js';
import type { RealmPictureEntity } from './realm-picture.entity.js';
import { RealmPicturesRepository } from './realm-pictures.repository.js';

const ICON: ImageOutput = {
  width: 100,
  height: 100,
  fit: 'cover',
  enlarge: true,
  format: 'png',
  frames: 'first',
};

const LOGO: ImageOutput = {
  width: 800,
  height: 100,
  fit: 'inside',
  enlarge: false,
  format: 'png',
  frames: 'first',
};

@Injectable()
export class RealmPicturesService {
  constructor(
    private readonly realmPicturesRepository: RealmPicturesRepository,
    private readonly realmChanges: RealmChanges,
    private readonly pictureFiles: PictureFiles,
    private readonly storedFiles: StoredFiles,
    private readonly database: Database,
  ) {}

  async upload({ realmId }: Actor, kind: RealmPictureKind, upload: UploadedFile): Promise<void> {
    const { name } = await this.pictureFiles.write(upload, (image) =>
      convert(realmId, kind, upload, image),
    );
    await this.database.transaction(async () => {
      const existing = await this.lock(realmId, kind);
      if (existing) await this.storedFiles.release(realmPictureFiles(realmId, existing.name));
      await this.storedFiles.adopt(realmPictureFiles(realmId, name));
      await this.realmPicturesRepository.save({ realmId, kind, name });
      await this.realmChanges.setPicture(realmId, kind, { isUploaded: true });
    });
  }

  /** The stored file; undefined for the default picture. */
  async pathOf(realmId: number, kind: RealmPictureKind): Promise<string | undefined> {
    const picture = await this.realmPicturesRepository.find(realmId, kind);
    return picture ? realmPictureFiles(realmId, picture.name)[1] : undefined;
  }

  /** Restores the default picture. */
  async remove({ realmId }: Actor, kind: RealmPictureKind): Promise<void> {
    await this.database.transaction(async () => {
      const existing = await this.lock(realmId, kind);
      if (!existing) return;
      await this.storedFiles.release(realmPictureFiles(realmId, existing.name));
      await this.realmPicturesRepository.delete(existing);
      await this.realmChanges.setPicture(realmId, kind, { isUploaded: false });
    });
  }

  private async lock(realmId: number, kind: RealmPictureKind): Promise<RealmPictureEntity | null> {
    await this.realmChanges.lock(realmId);
    return this.realmPicturesRepository.find(realmId, kind);
  }
}

/** The paths of the original and the resized picture. */
function realmPictureFiles(realmId: number, name: string): [string, string] {
  const path = `realm_pictures/${realmId}/${name}`;
  return [`${path}.original`, `${path}.png`];
}

async function convert(
  realmId: number,
  kind: RealmPictureKind,
  upload: UploadedFile,
  image: OpenImage,
): Promise<{ name: string; files: NewFile[] }> {
  const name = randomHex(16);
  const [original, path] = realmPictureFiles(realmId, name);
  const files = [
    originalFile(original, upload, image),
    await resizedFile(path, image, kind === 'icon' ? ICON : LOGO),
  ];
  return { name, files };
}
