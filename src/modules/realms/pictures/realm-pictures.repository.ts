import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { RealmPictureKind } from '#modules/realms/realms';
import { RealmPictureEntity } from './realm-picture.entity.js';

@Injectable()
export class RealmPicturesRepository {
  constructor(
    @InjectRepository(RealmPictureEntity)
    private readonly pictures: Repository<RealmPictureEntity>,
  ) {}

  find(realmId: number, kind: RealmPictureKind): Promise<RealmPictureEntity | null> {
    return this.pictures.findOneBy({ realmId, kind });
  }

  async save(picture: RealmPictureEntity): Promise<void> {
    await this.pictures.upsert(picture, ['realmId', 'kind']);
  }

  async delete({ realmId, kind }: RealmPictureEntity): Promise<void> {
    await this.pictures.delete({ realmId, kind });
  }
}
