import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { RealmPictureKind } from '#modules/realms/realms';

/** An uploaded icon or logo of a realm. */
@Entity('realm_pictures')
export class RealmPictureEntity {
  @ForeignKey('realms')
  @PrimaryColumn('integer')
  realmId!: number;

  @PrimaryColumn('text')
  kind!: RealmPictureKind;

  /** A random name, new for each picture. */
  @Column('text')
  name!: string;
}
